//! Planners that clients upload.

use serde_json::{Value, json};

use super::http::{Server, get, post};
use crate::common::{self, Scratch};

const CSV: &[u8] = b"id,lower,upper,size\na,0,2,64\nb,1,3,32\nc,2,4,64\n";

fn plug_in(name: &str) -> Vec<u8> {
    let folder = common::root().join("planner/remote/tests/plug-ins");
    std::fs::read(folder.join(name)).unwrap()
}

fn code(server: &Server, request: &super::http::Request<'_>, status: u16) -> Value {
    server.send(request).expect(status).json()["code"].clone()
}

#[test]
fn an_uploaded_planner_is_used_by_name_and_survives_restarts() {
    let scratch = Scratch::new("serve-uploads");
    let server = Server::start(&scratch, &["--allow-wasm"]);
    let bytes = plug_in("first_fit.wasm");
    let upload = post("/v1/uploads?name=mine", &bytes).content("application/wasm");
    let answer = server.send(&upload).expect(201).json();
    assert_eq!(answer["planner"], "wasm{plugin=mine}");
    let hash = answer["sha256"].as_str().unwrap().to_owned();
    // The same content again changes nothing.
    assert_eq!(server.send(&upload).expect(201).json(), answer);
    assert_eq!(
        server.send(&get("/v1/uploads")).expect(200).json(),
        json!({"version": 1, "uploads": [answer]})
    );
    drop(server);
    let server = Server::start(&scratch, &["--allow-wasm"]);
    for plugin in ["mine", &hash] {
        let path = format!("/v1/plan?planner=wasm%7Bplugin={plugin}%7D");
        let plan = server.send(&post(&path, CSV)).expect(200).json();
        assert_eq!(plan["schedules"][0]["total_size_bytes"], 96, "{plan}");
    }
    let remove = get("/v1/uploads/mine").method("DELETE");
    server.send(&remove).expect(204);
    assert_eq!(code(&server, &remove, 404), "unknown-upload");
    for plugin in ["mine", &hash] {
        let path = format!("/v1/plan?planner=wasm%7Bplugin={plugin}%7D");
        assert_eq!(code(&server, &post(&path, CSV), 400), "bad-value");
    }
}

#[test]
fn what_is_no_planner_is_refused() {
    let scratch = Scratch::new("serve-no-planner");
    let server = Server::start(&scratch, &["--allow-wasm"]);
    let first = plug_in("first_fit.wasm");
    let path = "/v1/uploads?name=a";
    server.send(&post(path, &first)).expect(201);
    let second = plug_in("shaken_first_fit.wasm");
    let large = [b"\0asm".as_slice(), &vec![0; 5 << 20]].concat();
    for (request, status, expected) in [
        (post(path, &second), 409, "name-taken"),
        (post("/v1/uploads?name=b", b"\0asm"), 422, "bad-plug-in"),
        (
            post("/v1/uploads?name=b", b"(component)"),
            422,
            "bad-plug-in",
        ),
        (post("/v1/uploads?name=b", b""), 422, "empty"),
        (post("/v1/uploads?name=b", &large), 413, "too-large"),
        (post("/v1/uploads", &first), 400, "bad-parameter"),
        (
            post("/v1/uploads?name=..%2Fb", &first),
            400,
            "bad-parameter",
        ),
        (
            post("/v1/uploads?name=b", &first).content("text/csv"),
            415,
            "unsupported-type",
        ),
    ] {
        assert_eq!(code(&server, &request, status), expected);
    }
    // No option names a file of the server, and limits cannot be raised.
    for (options, expected) in [
        ("file=/etc/passwd", "unknown-option"),
        ("plugin=/etc/passwd", "bad-value"),
        ("plugin=a%20memory=100000", "bad-value"),
        ("plugin=a%20fuel=18446744073709551615", "bad-value"),
    ] {
        let path = format!("/v1/plan?planner=wasm%7B{options}%7D");
        assert_eq!(code(&server, &post(&path, CSV), 400), expected, "{options}");
    }
}

#[test]
fn only_the_operator_allows_uploads_and_only_the_owner_removes_them() {
    let scratch = Scratch::new("serve-uploads-off");
    let server = Server::start(&scratch, &[]);
    let bytes = plug_in("first_fit.wasm");
    let upload = post("/v1/uploads?name=mine", &bytes);
    assert_eq!(code(&server, &upload, 403), "uploads-disabled");
    assert_eq!(code(&server, &get("/v1/uploads"), 403), "uploads-disabled");
    let plan = post("/v1/plan?planner=wasm%7Bfile=/etc/passwd%7D", CSV);
    assert_eq!(code(&server, &plan, 400), "unknown-planner");
    drop(server);
    // The hashes of `secret` and `other`.
    let tokens = "alice 2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b\n\
                  bob d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa\n";
    let tokens = scratch.file("tokens.txt", tokens);
    let server = Server::start(&scratch, &["--allow-wasm", "--tokens", &tokens]);
    let (alice, bob) = ("Bearer secret", "Bearer other");
    let upload = upload.header("authorization", alice);
    server.send(&upload).expect(201);
    let remove = get("/v1/uploads/mine").method("DELETE");
    let of_bob = remove.clone().header("authorization", bob);
    assert_eq!(code(&server, &of_bob, 403), "not-owner");
    let plan = post("/v1/plan?planner=wasm%7Bplugin=mine%7D", CSV);
    server.send(&plan.header("authorization", bob)).expect(200);
    server
        .send(&remove.header("authorization", alice))
        .expect(204);
}
