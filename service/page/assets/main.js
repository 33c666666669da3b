// Start: theme, dialog, and the data of the document.

function chooseTheme(picture) {
  for (const radio of document.querySelectorAll("[name=theme]")) {
    radio.checked = radio.value === (document.documentElement.dataset.theme || "");
    radio.addEventListener("change", () => {
      if (radio.value) document.documentElement.dataset.theme = radio.value;
      else delete document.documentElement.dataset.theme;
      try {
        if (radio.value) localStorage.setItem("memplan-theme", radio.value);
        else localStorage.removeItem("memplan-theme");
      } catch {
        // Without storage, the choice lasts as long as the page.
      }
      if (picture.scope) picture.recolour();
    });
  }
}

/** Shows an error in place of the results. */
function showError(message) {
  $("results").dataset.state = "error";
  $("notice").textContent = message;
}

async function openEmbedded(picture) {
  try {
    // The browser shows the notice before decoding begins.
    await new Promise((resolve) => setTimeout(resolve));
    const pack = await unpack(fromBase64($("data").textContent));
    $("data").remove();
    if (pack.scopes.length) {
      picture.open(pack);
    } else {
      $("results").dataset.state = "empty";
      $("notice").textContent = "There are no buffers to plan.";
    }
  } catch (error) {
    showError(`The plan cannot be shown: ${error.message}`);
  }
}

const picture = new Picture();
document.memplan = picture;
chooseTheme(picture);
$("keys-button").addEventListener("click", () => $("keys").showModal());
document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !["INPUT", "TEXTAREA", "SELECT"].includes(document.activeElement.tagName)) $("keys").showModal();
});
if (document.body.dataset.mode === "service") document.memplanService = new Service(picture);
else openEmbedded(picture);
