// bundle.mjs NODE_MODULES OUTPUT_HTML: one page from the sources here and from uPlot and dagre in NODE_MODULES.
//
// The page keeps the word @SALTUS_RUN_DOCUMENT@ where the record of a run belongs.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [modules, output] = process.argv.slice(2).map((path) => resolve(path));
const source = join(dirname(fileURLToPath(import.meta.url)), "source");
const esbuild = createRequire(join(modules, "/"))(join(modules, "esbuild"));

const bundled = async (entry, options) => {
  const result = await esbuild.build({
    entryPoints: [join(source, entry)],
    bundle: true, minify: true, write: false, charset: "ascii", target: "es2022", legalComments: "none", logLevel: "warning",
    nodePaths: [modules],
    ...options,
  });
  return result.outputFiles[0].text.trim();
};

const licences = ["uplot", "@dagrejs/dagre", "@dagrejs/graphlib"]
  .map((name) => `${name}\n\n${readFileSync(join(modules, name, "LICENSE"), "utf8").trim()}`)
  .join("\n\n\n")
  .replaceAll("&", "&amp;")
  .replaceAll("<", "&lt;");

// The text of a script or style must not end it.
const inside = (tag, text) => {
  if (text.toLowerCase().includes(`</${tag}`)) throw new Error(`the ${tag} of the page contains </${tag}`);
  return text;
};
const parts = {
  "/*@STYLE@*/": inside("style", await bundled("style.css", {})),
  "/*@SCRIPT@*/": inside("script", await bundled("main.js", { format: "iife" })),
  "<!--@LICENCES@-->": licences,
};
let page = readFileSync(join(source, "index.html"), "utf8");
for (const [place, text] of Object.entries(parts)) {
  if (page.split(place).length !== 2) throw new Error(`index.html must contain ${place} once`);
  page = page.replace(place, () => text);
}
if (page.split("@SALTUS_RUN_DOCUMENT@").length !== 2) throw new Error("index.html must contain @SALTUS_RUN_DOCUMENT@ once");
writeFileSync(output, page);
