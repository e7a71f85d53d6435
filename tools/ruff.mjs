// Ruff over the Python files, by its build for Node (the npm package @astral-sh/ruff-wasm-nodejs), with the rules that
// python/pyproject.toml names.
//
//   node tools/ruff.mjs FOLDER     FOLDER has node_modules; from the root of the tree
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const ruff = createRequire(resolve(process.argv[2], "x"))("@astral-sh/ruff-wasm-nodejs");
const text = readFileSync("python/pyproject.toml", "utf8");

// A value of one of the tables of ruff, which are a few lines each.
function value(table, name) {
    const body = text.split(`[${table}]\n`)[1].split("\n[")[0];
    const found = body.match(new RegExp(`^${name} = ((?:\\[[^\\]]*\\])|.*)`, "m"));
    return JSON.parse(found[1].replace(/,\s*\]/, "]"));
}

const options = {
    "line-length": value("tool.ruff", "line-length"),
    "target-version": value("tool.ruff", "target-version"),
    lint: {
        select: value("tool.ruff.lint", "select"),
        ignore: value("tool.ruff.lint", "ignore"),
        isort: { "known-first-party": value("tool.ruff.lint.isort", "known-first-party") },
    },
};
const workspace = new ruff.Workspace(options, ruff.PositionEncoding.Utf32);
let count = 0;
for (const name of readdirSync("python", { recursive: true }).filter((n) => n.endsWith(".py")).sort()) {
    for (const d of workspace.check(readFileSync(`python/${name}`, "utf8"))) {
        console.log(`python/${name}:${d.start_location.row}:${d.start_location.column}: ${d.code} ${d.message}`);
        count++;
    }
}
process.exit(count === 0 ? 0 : 1);
