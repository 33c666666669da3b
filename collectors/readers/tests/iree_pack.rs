//! Dumps of IREE.

use expect_test::expect;

use super::{figures, fixture, planned, read, recognised};

#[test]
fn the_plan_of_iree_is_read_and_repeated_by_the_planner_iree() {
    let mut text = String::new();
    for name in ["pack", "mlp", "odd", "unet"] {
        let path = fixture(&format!("iree/{name}.dump"));
        assert_eq!(recognised(&path), Some("iree-pack"));
        let file = read("iree-pack", &path).unwrap();
        text.push_str(&figures(&file));
        for (trace, placed) in file.scopes.traces.iter().zip(&file.plan.unwrap().schedules) {
            let offsets = planned("iree", trace).offsets;
            assert_eq!(offsets, placed.offsets, "{}", trace.scope());
        }
    }
    expect![[r#"
        f: 2 buffers, 0 gaps, 0 hints, load 200, planned 212, bound 212, iree 212
        mlp: 3 buffers, 0 gaps, 0 hints, load 49152, planned 49152, bound 49152, iree 49152
        odd/pack0: 2 buffers, 0 gaps, 0 hints, load 6600, planned 6660, bound 6660, iree 6660
        odd/pack1: 4 buffers, 0 gaps, 0 hints, load 10000, planned 10180, bound 10180, iree 10180
        unet: 9 buffers, 0 gaps, 0 hints, load 54528, planned 54528, bound 54528, iree 65536
    "#]]
    .assert_eq(&text);
}

#[test]
fn intervals_include_their_last_tick() {
    let file = read("iree-pack", &fixture("iree/mlp.dump")).unwrap();
    expect![[r#"
        %9#1 0..3 16384 align=64
        %9#2 1..4 16384 align=64
        %9#3 2..4 16384 align=64"#]]
    .assert_eq(&file.scopes.traces[0].to_string());
    let file = read("iree-pack{alignment=4096}", &fixture("iree/mlp.dump")).unwrap();
    assert_eq!(file.scopes.traces[0].buffers()[0].align.0, 4096);
}
