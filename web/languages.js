// What is seen of the grammar of Modelica and Dyad: words, names, numbers, comments.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { modelica } from "@codemirror/legacy-modes/mode/modelica";
import { tags } from "@lezer/highlight";

const KEYWORDS = new Set(["component", "partial", "external", "connector", "analysis", "test", "function", "type", "enum", "relations", "parameter",
    "structural", "variable", "input", "output", "flow", "potential", "stream", "path", "extends", "using", "initial", "guess", "end", "for", "in", "if",
    "then", "else", "elseif", "switch", "case", "default", "when", "let", "final", "final", "constant", "metadata", "continuity", "assert", "missing", "module", "import", "export"]);
const BUILT_IN = new Set(["der", "connect", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "exp", "log", "log10", "abs", "min", "max",
    "sign", "sinh", "cosh", "tanh", "ifelse", "pre", "sum", "floor", "ceil", "mod", "rem", "div"]);
const TRUTHS = new Set(["true", "false", "time", "inf", "pi"]);

const dyad = {
    name: "dyad",
    startState: () => ({ ends: null }),
    token(stream, state) {
        if (state.ends) { // within a text of several lines
            state.ends = stream.skipTo(state.ends) ? (stream.match(state.ends), null) : (stream.skipToEnd(), state.ends);
            return "string";
        }
        if (stream.eatSpace())
            return null;
        if (stream.match("\"\"\"")) {
            state.ends = "\"\"\"";
            return "string";
        }
        if (stream.match(/^(#|\/\/).*/))
            return "comment";
        if (stream.match(/^"(\\.|[^"\\])*"?/))
            return "string";
        if (stream.match(/^\d+(\.\d*)?([eE][+-]?\d+)?/))
            return "number";
        if (stream.match(/^[A-Za-z_]\w*/)) {
            const word = stream.current();
            if (KEYWORDS.has(word))
                return "keyword";
            return BUILT_IN.has(word) ? "builtin" : TRUTHS.has(word) ? "atom" : /^[A-Z]/.test(word) ? "typeName" : "variableName";
        }
        stream.next();
        return /[-+*/^=<>!:]/.test(stream.current()) ? "operator" : null;
    },
    languageData: { commentTokens: { line: "#" } },
};

const MODES = { mo: StreamLanguage.define(modelica), dyad: StreamLanguage.define(dyad) };

// Of a file by the ending of its name; 20-sim's has none here.
export function languageOf(name) {
    return MODES[name.split(".").pop()] ?? [];
}

const look = (tag, color, more = {}) => ({ tag, color: `var(--${color})`, ...more });
export const colours = syntaxHighlighting(HighlightStyle.define([
    look(tags.keyword, "code-word", { fontWeight: "600" }), look([tags.comment], "soft", { fontStyle: "italic" }), look(tags.string, "code-text"),
    look([tags.number, tags.atom, tags.bool], "code-number"), look([tags.typeName, tags.standard(tags.name), tags.standard(tags.variableName)], "code-type"),
]));
