/* elastogap completion: the functions by which shells complete elastogap's command lines. */
#include "cli/complete.h"

#include <string.h>

/* Bash takes words apart at the characters of COMP_WORDBREAKS, and puts in place of the last part only; file
 * names are its own affair. A name that goes on (a package, PATH=) is followed by no space. */
static const char for_bash[] =
    "# bash completion for elastogap: eval \"$(elastogap completion bash)\"\n"
    "_elastogap() {\n"
    "    local line\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r line; do\n"
    "        case $line in\n"
    "        :files)\n"
    "            compopt -o filenames\n"
    "            mapfile -t COMPREPLY < <(compgen -f -- \"${COMP_WORDS[COMP_CWORD]}\")\n"
    "            ;;\n"
    "        *)\n"
    "            COMPREPLY+=(\"$line\")\n"
    "            case $line in *=|*.) compopt -o nospace ;; esac\n"
    "            ;;\n"
    "        esac\n"
    "    done < <(\"${COMP_WORDS[0]}\" " EG_COMPLETE " \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
    "}\n"
    "complete -F _elastogap elastogap\n";

static const char for_zsh[] =
    "#compdef elastogap\n"
    "# zsh completion for elastogap: source <(elastogap completion zsh), after compinit\n"
    "_elastogap() {\n"
    "    local line\n"
    "    for line in \"${(@f)$(\"${words[1]}\" " EG_COMPLETE
    " \"${(@)words[2,CURRENT]}\" 2>/dev/null)}\"; do\n"
    "        case $line in\n"
    "        '') ;;\n"
    "        :files) _files ;;\n"
    "        *=|*.) compadd -S '' -- \"$line\" ;;\n"
    "        *) compadd -- \"$line\" ;;\n"
    "        esac\n"
    "    done\n"
    "}\n"
    "compdef _elastogap elastogap\n";

static int print_script(void *settings, const eg_texts *arguments)
{
    (void)settings;
    const char *shell = arguments->items[0];
    const bool is_bash = strcmp(shell, "bash") == 0;
    if (!is_bash && strcmp(shell, "zsh") != 0)
        return eg_print_usage_error("there is no completion for '%s': choose bash or zsh", shell);
    fputs(is_bash ? for_bash : for_zsh, stdout);
    return EG_EXIT_DONE;
}

static int run_completion(const eg_command *command, int argc, char **argv)
{
    return eg_options_run(command, NULL, 0, argc, argv, print_script, NULL);
}

const eg_command eg_command_completion = {
    .name = "completion",
    .usage = "bash|zsh",
    .doc = "prints what makes a shell complete these command lines",
    .text =
        "For bash, put into ~/.bashrc:\n"
        "  eval \"$(elastogap completion bash)\"\n"
        "For zsh, into ~/.zshrc behind compinit:\n"
        "  source <(elastogap completion zsh)\n\n"
        "Then the tabulator key completes commands, options, files, classes (elastogap info "
        "Modelica.Mechanics.), engines, and, of the model that the line names, parameters behind --set, --by "
        "and --free, and variables in what is plotted or asked for: --get 'max(-gap.'.",
    .least = 1,
    .most = 1,
    .run = run_completion,
};
