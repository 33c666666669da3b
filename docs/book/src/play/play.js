// The page around the command in `worker.js`.
"use strict";

const byId = (id) => document.getElementById(id);
const worker = new Worker("worker.js");
const waiting = new Map();
let runs = 0;
// The bytes of a file that is not text; otherwise the text area has the input.
let binary = null;

worker.onmessage = ({ data }) => {
  waiting.get(data.id)(data);
  waiting.delete(data.id);
};

/** Runs the command with these arguments and the input of the page, or with none. */
function run(words, input) {
  const id = runs++;
  return new Promise((done) => {
    waiting.set(id, done);
    worker.postMessage({ id, words, input: input ?? new Uint8Array() });
  });
}

function input() {
  return binary ?? new TextEncoder().encode(byId("input").value);
}

function say(id, text) {
  byId(id).hidden = !text;
  byId(id).textContent = text;
}

/** Shows a file: as text where it is text. */
function open(name, bytes) {
  const text = new TextDecoder("utf-8", { fatal: true });
  byId("name").textContent = name;
  try {
    byId("input").value = text.decode(bytes);
    binary = null;
  } catch {
    byId("input").value = `${name}: ${bytes.length} bytes, no text`;
    binary = bytes;
  }
  byId("input").disabled = binary !== null;
}

function state(text) {
  byId("state").textContent = text;
  for (const id of ["show", "compare", "merge"]) byId(id).disabled = text !== "";
}

/** Runs steps, each a command line whose result goes to a place of the page. */
async function steps(list) {
  state("running ...");
  for (const id of ["report", "picture", "output"]) byId(id).hidden = true;
  const started = performance.now();
  let report = "";
  for (const { words, place } of list) {
    const { code, output, messages } = await run(words, input());
    const shown = words.map((word) => (word === "-" ? byId("name").textContent || "INPUT" : word)).join(" ");
    report += `$ memplan ${shown}\n${messages}${place === "report" ? output : ""}`;
    if (code !== 0) report += `exit code ${code}\n`;
    else if (place === "picture") {
      byId("picture").srcdoc = output;
      byId("picture").hidden = false;
    } else if (place === "output") say("output", output);
    say("report", report);
  }
  state("");
  byId("state").textContent = `${Math.round(performance.now() - started)} ms`;
}

byId("show").onclick = () => {
  const planner = ["--planner", byId("planner").value];
  steps([
    { words: ["plan", "-", ...planner], place: "report" },
    { words: ["show", "-", ...planner, "--format", "html"], place: "picture" },
  ]);
};
byId("compare").onclick = () =>
  steps([{ words: ["plan", "-", "--planner", "auto,best-fit,greedy-by-size,chunk-size-first,minimalloc,tflite-arena,xla"], place: "report" }]);
byId("merge").onclick = () => steps([{ words: ["merge", "-"], place: "output" }]);

byId("file").onchange = async ({ target }) => {
  const [file] = target.files;
  if (file) open(file.name, new Uint8Array(await file.arrayBuffer()));
};
const area = byId("input");
area.ondragover = (event) => {
  event.preventDefault();
  area.classList.add("over");
};
area.ondragleave = () => area.classList.remove("over");
document.ondragover = (event) => event.preventDefault();
document.ondrop = async (event) => {
  event.preventDefault();
  area.classList.remove("over");
  const [file] = event.dataTransfer.files;
  if (file) open(file.name, new Uint8Array(await file.arrayBuffer()));
};

async function example(name) {
  const answer = await fetch(`examples/${name}`);
  open(name, new Uint8Array(await answer.arrayBuffer()));
}

byId("examples").onchange = ({ target }) => example(target.value);

async function start() {
  const answer = await fetch("examples/index.json");
  if (!answer.ok) {
    document.querySelectorAll("button, select, input, textarea").forEach((part) => (part.disabled = true));
    state("this copy of the page has no planner: `.ci/play FOLDER` builds one that has");
    return;
  }
  const names = await answer.json();
  byId("examples").replaceChildren(...names.map((name) => new Option(name)));
  await example(names[0]);
  const { code, output, messages } = await run(["list", "planners", "--format", "json"]);
  if (code !== 0) {
    state(`the planner does not start: ${messages}`);
    return;
  }
  // Those that start other programs do not work here.
  const planners = JSON.parse(output).planners.map((planner) => planner.name).filter((name) => name !== "exec");
  planners.sort((a, b) => (b === "auto") - (a === "auto"));
  byId("planner").replaceChildren(...planners.map((name) => new Option(name)));
  state("");
  document.body.dataset.ready = "yes";
  // A link such as `?run=merge` presses a button.
  const pressed = new URLSearchParams(location.search);
  if (pressed.has("example")) await example(pressed.get("example"));
  const button = byId(pressed.get("run") ?? "");
  if (button instanceof HTMLButtonElement) button.click();
}

start().catch((error) => state(`${error}`));
