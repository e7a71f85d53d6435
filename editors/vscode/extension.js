// Starts `elastogap lsp` for texts in Modelica and Dyad, and opens what its commands have written.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

// What the server answers to elastogap.simulate and elastogap.diagram: { done, path, message }.
async function show(result) {
    if (!result || !result.done || !result.path) {
        return;
    }
    const uri = vscode.Uri.file(result.path);
    if (result.path.endsWith(".svg")) {
        const panel = vscode.window.createWebviewPanel("elastogap", result.path.split("/").pop(),
            vscode.ViewColumn.Beside, { localResourceRoots: [vscode.Uri.joinPath(uri, "..")] });
        const source = panel.webview.asWebviewUri(uri).with({ query: String(Date.now()) });
        panel.webview.html = `<img style="width: 100%" src="${source}">`;
    } else {
        const open = await vscode.window.showInformationMessage(result.message, "Open");
        if (open) {
            await vscode.window.showTextDocument(uri, vscode.ViewColumn.Beside);
        }
    }
}

async function activate(context) {
    const settings = vscode.workspace.getConfiguration("elastogap");
    const run = { command: settings.get("path"), args: ["lsp"] };
    const options = {
        documentSelector: [{ language: "modelica" }, { language: "dyad" }],
        initializationOptions: {
            libraries: settings.get("libraries"),
            results: settings.get("results") || undefined,
        },
        middleware: {
            executeCommand: async (command, args, next) => {
                const result = await next(command, args);
                await show(result);
                return result;
            },
        },
    };
    client = new LanguageClient("elastogap", "elastogap", { run, debug: run }, options);
    context.subscriptions.push(client);
    try {
        await client.start();
    } catch (error) {
        vscode.window.showErrorMessage(
            `elastogap cannot be started (${error.message}): set elastogap.path to where the program is`);
    }
}

function deactivate() {
    return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
