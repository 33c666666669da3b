(() => {
  const tip = document.getElementById("tip");
  // Native tooltips are slow: their texts move into attributes, and the page shows them itself.
  for (const title of document.querySelectorAll("svg title")) {
    title.parentNode.dataset.tip = title.textContent;
    title.remove();
  }
  const highlight = (planner) => {
    for (const node of document.querySelectorAll("svg [data-p]"))
      node.classList.toggle("faded", planner !== null && node.dataset.p !== planner);
  };
  document.addEventListener("mousemove", (event) => {
    const at = event.target.closest("[data-tip]");
    tip.hidden = !at;
    if (at) {
      tip.textContent = at.dataset.tip;
      const x = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8);
      const y = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8);
      tip.style.left = x + "px";
      tip.style.top = y + "px";
    }
    const key = event.target.closest("svg .key");
    highlight(key ? key.dataset.p : null);
  });
  for (const table of document.querySelectorAll("table.sortable"))
    table.tHead.addEventListener("click", (event) => {
      const column = event.target.cellIndex;
      if (column === undefined) return;
      const sign = event.target.dataset.sign === "1" ? -1 : 1;
      event.target.dataset.sign = sign;
      const cell = (row) => row.cells[column] || row.cells[0];
      const key = (row) => cell(row).dataset.v || cell(row).textContent;
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => sign * key(a).localeCompare(key(b), undefined, { numeric: true }));
      table.tBodies[0].append(...rows);
    });
})();
