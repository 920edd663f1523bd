// Shows only the clauses that hold all the words typed. Without a script every clause is shown.
const filter = document.querySelector(".filter");
const find = document.getElementById("find");
const hits = document.getElementById("hits");
const articles = [...document.querySelectorAll("article.clause")];
const texts = articles.map((article) => article.textContent.toLowerCase());
filter.hidden = false;
find.addEventListener("input", () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  articles.forEach((article, i) => {
    article.hidden = !words.every((word) => texts[i].includes(word));
    shown += !article.hidden;
  });
  document.querySelectorAll("main > section").forEach((section) => {
    const own = [...section.querySelectorAll("article.clause")];
    if (own.length) section.hidden = own.every((article) => article.hidden);
  });
  hits.textContent = words.length ? `${shown} of ${articles.length}` : "";
});
