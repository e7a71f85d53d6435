/* Names to definitions: chapter 5 of the language specification.
 *
 * A simple name is looked for in the class where it is written: its own elements, its imports, what it
 * inherits; then in the class around it, and so on; an encapsulated class ends the walk. A name behind a
 * dot is looked for among the elements, own and inherited, of what stands before the dot. The component
 * library comes before text of the same full name. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "modelica/scope/bundled.h"
#include "modelica/scope/legal.h"
#include "modelica/scope/library.h"

static eg_member *remember(eg_reader *r, eg_definition *owner, const char *name, eg_member *member)
{
    if (eg_pairs_set(r->members, owner, name, member) == 0)
        return member;
    r->out_of_memory = true;
    return NULL;
}

static eg_member *new_member(eg_reader *r, eg_definition *owner, eg_member_kind kind, const char *name)
{
    eg_member *member = eg_new(r, sizeof *member);
    if (member) {
        member->kind = kind;
        member->name = name;
        member->owner = owner;
    }
    return member;
}

/* ---------------------------------------------------------------- making definitions */

eg_definition *eg_definition_new(eg_reader *r, eg_definition_kind kind, eg_definition *enclosing,
                                 const char *name)
{
    eg_definition *d = eg_new(r, sizeof *d);
    if (!d)
        return NULL;
    d->kind = kind;
    d->name = eg_symbol(r, name);
    d->enclosing = enclosing;
    d->full = enclosing && enclosing->enclosing ? eg_textf(r, "%s.%s", enclosing->full, name) : d->name;
    return d->name && !r->out_of_memory ? d : NULL;
}

static eg_definition *define_child(eg_reader *r, eg_definition *enclosing, const char *name,
                                   eg_syntax *syntax)
{
    eg_definition *d = eg_definition_new(r, EG_D_SCOPE, enclosing, name);
    eg_member *member = d ? new_member(r, enclosing, EG_M_CLASS, name) : NULL;
    if (!member)
        return NULL;
    d->syntax = syntax;
    member->definition = d;
    member->is_protected = syntax && syntax->is_protected;
    return remember(r, enclosing, name, member) ? d : NULL;
}

/* A package of the component library, entered under its name; NULL when it has none. */
static eg_definition *enter_native(eg_reader *r, eg_definition *enclosing, const char *name)
{
    eg_definition *native = eg_native_child(r, enclosing, name);
    eg_member *member = native ? new_member(r, enclosing, EG_M_CLASS, name) : NULL;
    if (!member || !remember(r, enclosing, name, member))
        return NULL;
    member->definition = native;
    return native;
}

/* A package that is known already, from the component library or as a directory, takes the text as its
 * own. */
static eg_definition *add_text(eg_definition *d, eg_syntax *syntax)
{
    if (d->kind == EG_D_SCOPE && !d->is_written) {
        d->syntax = syntax;
        d->file = NULL;
    }
    return d;
}

eg_definition *eg_define(eg_reader *r, eg_definition *enclosing, eg_syntax *syntax)
{
    if (!eg_check_name(r, syntax->source, syntax->at, syntax->name))
        return NULL;
    eg_member *known = eg_pairs_get(r->members, enclosing, syntax->name);
    if (known && known->kind == EG_M_NONE)
        known = NULL;
    if (!known) {
        bool is_base = syntax->is_dyad && eg_dyad_is_base(eg_native_child(r, enclosing, syntax->name));
        /* The text itself is meant. */
        bool is_asked_for = syntax->is_dyad && (syntax->source == r->main_source || syntax->replaces_native);
        eg_definition *native = is_base || is_asked_for ? NULL : enter_native(r, enclosing, syntax->name);
        if (native || r->out_of_memory)
            return native ? add_text(native, syntax) : NULL;
        return define_child(r, enclosing, syntax->name, syntax);
    }
    bool is_class = known->kind == EG_M_CLASS;
    if (is_class && (known->definition->kind != EG_D_SCOPE || !known->definition->syntax ||
                     known->definition->is_written))
        return add_text(known->definition, syntax);
    eg_error(r, syntax->source, syntax->at, "\"%s\" is declared twice in %s", syntax->name,
             enclosing->enclosing ? enclosing->full : "this text");
    eg_hint(r, "give one of them another name, or leave it out");
    return NULL;
}

eg_definition *eg_define_package(eg_reader *r, eg_definition *enclosing, const char *name)
{
    eg_member *known = eg_find_member(r, enclosing, name);
    if (!known)
        return NULL;
    if (known->kind == EG_M_CLASS)
        return known->definition;
    return define_child(r, enclosing, name, NULL);
}

/* Without looking for it outside. */
static eg_definition *make_package(eg_reader *r, eg_definition *enclosing, const char *name)
{
    const eg_member *known = eg_pairs_get(r->members, enclosing, name);
    eg_definition *d = known && known->kind == EG_M_CLASS ? known->definition : NULL;
    if (!d)
        d = enter_native(r, enclosing, name);
    return d || r->out_of_memory ? d : define_child(r, enclosing, name, NULL);
}

eg_definition *eg_define_module(eg_reader *r, eg_definition *enclosing, const char *name,
                                const char *directory)
{
    eg_definition *d = make_package(r, enclosing, name);
    if (d && d->kind == EG_D_SCOPE)
        d->module = directory;
    return d;
}

eg_definition *eg_define_directory(eg_reader *r, eg_definition *enclosing, const char *name,
                                   const char *directory)
{
    eg_definition *d = make_package(r, enclosing, name);
    if (d && d->kind == EG_D_SCOPE) {
        d->directory = directory;
        d->file = eg_textf(r, "%s/package.mo", directory);
    }
    return d;
}

/* ---------------------------------------------------------------- what a class declares itself */

static bool same_name(const eg_reference *a, const eg_reference *b)
{
    bool is_same = a->count == b->count;
    for (uint32_t i = 0; i < a->count && is_same; i++)
        is_same = a->parts[i].name == b->parts[i].name;
    return is_same;
}

static bool add_wildcard(eg_reader *r, eg_definition *d, const eg_import_clause *clause)
{
    eg_wildcard *wildcard = eg_new(r, sizeof *wildcard);
    if (!wildcard)
        return false;
    wildcard->clause = clause;
    return eg_list_add(r, &d->wildcards, wildcard);
}

static bool register_element(eg_reader *r, eg_definition *d, eg_class_element *element)
{
    eg_member *member = NULL;
    if (element->kind == EG_EL_EXTENDS)
        return true;
    if (element->kind == EG_EL_CLASS) {
        eg_syntax *class = element->class;
        class->is_protected = element->is_protected;
        return eg_define(r, d, class) || !r->out_of_memory;
    }
    if (element->kind == EG_EL_IMPORT && !element->import->alias)
        return add_wildcard(r, d, element->import);
    bool is_import = element->kind == EG_EL_IMPORT;
    const char *name = is_import ? element->import->alias : element->component->name;
    uint32_t at = is_import ? element->import->at : element->component->at;
    member = new_member(r, d, is_import ? EG_M_IMPORT : EG_M_COMPONENT, name);
    if (!member)
        return false;
    member->is_protected = element->is_protected;
    if (!eg_check_name(r, d->syntax->source, at, name))
        return true;
    if (is_import)
        member->import = element->import;
    else
        member->component = element->component;
    eg_member *known = eg_pairs_get(r->members, d, name);
    if (known && known->kind == EG_M_IMPORT && is_import &&
        !same_name(known->import->name, member->import->name)) {
        eg_error(r, d->syntax->source, at, "\"%s\" is imported twice in %s, as different things", name,
                 d->full);
        eg_hint(r, "give one of them another name: import NAME = %s;",
                eg_reference_text(r, member->import->name, member->import->name->count));
        return true;
    }
    if (known && known->kind != EG_M_NONE && !is_import) {
        eg_error(r, d->syntax->source, at, "\"%s\" is declared twice in %s", name, d->full);
        eg_hint(r, "take another name for one of them");
        return true;
    }
    return remember(r, d, name, member) != NULL;
}

/* Enters the elements of the class's text once. */
static bool register_elements(eg_reader *r, eg_definition *d)
{
    if (d->is_registered || !d->syntax)
        return true;
    d->is_registered = true;
    for (uint32_t i = 0; i < d->syntax->element_count; i++)
        if (!register_element(r, d, &d->syntax->elements[i]))
            return false;
    return true;
}

static eg_member *enter_child(eg_reader *r, eg_definition *d, const char *name, eg_definition *child)
{
    eg_member *member = child ? new_member(r, d, EG_M_CLASS, name) : NULL;
    if (!member)
        return NULL;
    member->definition = child;
    return remember(r, d, name, member);
}

/* A class of the component library or of a file. */
static eg_member *find_outside(eg_reader *r, eg_definition *d, const char *name)
{
    eg_definition *child = eg_native_child(r, d, name);
    if (child)
        eg_library_locate(r, child);
    eg_definition *text = eg_dyad_text_child(r, d, name, child);
    if (text)
        child = text;
    if (!child)
        child = eg_library_child(r, d, name);
    eg_member *known = eg_pairs_get(r->members, d, name);
    if (known && known->kind != EG_M_NONE)
        return known;
    return enter_child(r, d, name, child);
}

/* A class that the package's text holds must not lie in a file as well; looked for when it is first used. */
static void check_beside(eg_reader *r, eg_definition *d, eg_member *member)
{
    if (member->is_found || !d->directory || member->kind != EG_M_CLASS || !member->definition->syntax ||
        !d->syntax)
        return;
    member->is_found = true;
    eg_library_check_beside(r, d, member->definition->syntax);
}

/* Reads the text of a package of the component library that has one: in a file, or in that of a package
 * around it. */
static bool read_own_text(eg_reader *r, eg_definition *d)
{
    if (d->file)
        eg_library_load(r, d);
    else if (!d->syntax && d->enclosing && !read_own_text(r, d->enclosing))
        return false;
    return register_elements(r, d);
}

/* Own elements and what lies outside of the text; NULL when nothing. */
static eg_member *find_own(eg_reader *r, eg_definition *d, const char *name)
{
    if (!register_elements(r, d))
        return NULL;
    eg_member *member = eg_pairs_get(r->members, d, name);
    if (member) {
        check_beside(r, d, member);
        return member;
    }
    member = find_outside(r, d, name);
    if (member || r->out_of_memory)
        return member;
    if (!d->syntax) {
        if (!read_own_text(r, d))
            return NULL;
        member = eg_pairs_get(r->members, d, name);
    }
    if (member || r->out_of_memory)
        return member;
    eg_definition *child = eg_bundled_child(r, d, name);
    if (child || r->out_of_memory)
        return enter_child(r, d, name, child);
    eg_loose_child(r, d, name); /* which defines it */
    return eg_pairs_get(r->members, d, name);
}

/* ---------------------------------------------------------------- own and inherited */

/* What a protected extends clause brings; NULL when memory is out. */
static eg_member *hidden(eg_reader *r, const eg_member *inherited)
{
    eg_member *member = eg_new(r, sizeof *member);
    if (!member)
        return NULL;
    *member = *inherited;
    member->is_protected = true;
    return member;
}

eg_member *eg_find_inherited(eg_reader *r, eg_definition *d, const char *name)
{
    if (d->bases_state == EG_IN_PROGRESS || !eg_find_bases(r, d))
        return NULL;
    for (uint32_t i = 0; i < d->base_count; i++) {
        eg_member *member = eg_find_member(r, d->bases[i].definition, name);
        if (!member || member->kind == EG_M_NONE || member->kind == EG_M_IMPORT)
            continue;
        eg_member *redeclared = eg_redeclared_member(r, d, &d->bases[i], member);
        if (redeclared == member && d->bases[i].is_protected && !member->is_protected)
            redeclared = hidden(r, member);
        return !redeclared || redeclared == member ? member : remember(r, d, name, redeclared);
    }
    return NULL;
}

/* What stood under this name before MSL 4.0; NULL: nothing. */
static eg_member *find_former(eg_reader *r, eg_definition *d, const char *name)
{
    const char *present = eg_present_name(d->full, name);
    eg_definition *owner = r->root;
    eg_member *member = NULL;
    while (present && owner) {
        size_t length = strcspn(present, ".");
        member = eg_find_member(r, owner, eg_symbol_of(r, present, length));
        owner = member && member->kind == EG_M_CLASS ? member->definition : NULL;
        present = present[length] ? present + length + 1 : NULL;
    }
    return member && !present && member->kind != EG_M_NONE ? remember(r, d, name, member) : NULL;
}

eg_member *eg_find_member(eg_reader *r, eg_definition *d, const char *name)
{
    if (d->kind == EG_D_NATIVE)
        return eg_native_member(r, d, name);
    if (d->kind != EG_D_SCOPE)
        return r->nothing;
    /* A former name goes before the text of an MSL 3, as natives go before that of any. */
    eg_member *member = eg_pairs_get(r->members, d, name) ? NULL : find_former(r, d, name);
    if (!member && !r->out_of_memory)
        member = find_own(r, d, name);
    if (!member && !r->out_of_memory)
        member = eg_find_inherited(r, d, name);
    if (r->out_of_memory)
        return NULL;
    if (member)
        return member;
    /* While the bases are being looked for, they may still turn out to have it. */
    return d->bases_state == EG_IN_PROGRESS ? r->nothing : remember(r, d, name, r->nothing);
}

bool eg_check_access(eg_reader *r, const eg_definition *from, const eg_definition *owner,
                     const eg_member *member, eg_source *source, uint32_t at, bool quiet)
{
    if (!member->is_protected || (owner->syntax && owner->syntax->is_dyad))
        return true;
    for (const eg_definition *d = from; d; d = d->enclosing)
        if (d == owner)
            return true;
    if (quiet)
        return false;
    eg_error(r, source, at, "\"%s\" is protected in %.200s: it cannot be named from outside", member->name,
             owner->full);
    eg_hint(r, "declare it in a public section, or extend %.200s and use it there", owner->full);
    return false;
}

/* ---------------------------------------------------------------- imports */

/* What stands in a package can be imported, and nothing that belongs to a model (chapter 13.2.1). */
static bool check_is_package(eg_reader *r, const eg_definition *d, eg_source *source, uint32_t at)
{
    static const bool allowed[] = {[EG_R_CLASS] = true, [EG_R_PACKAGE] = true, [EG_R_OPERATOR] = true};
    if (!d->syntax || d->is_written || d->syntax->is_dyad ||
        (d->syntax->restriction < EG_COUNT(allowed) && allowed[d->syntax->restriction]))
        return true;
    eg_error(r, source, at, "%.200s is a %s; only what stands in packages can be imported", d->full,
             eg_restriction_names[d->syntax->restriction]);
    eg_hint(r, "name the class where it is used, or put it into a package");
    return false;
}

/* Follows a dotted name from the root. */
static eg_member *follow(eg_reader *r, const eg_definition *from, eg_source *source, const eg_reference *name)
{
    eg_definition *d = r->root;
    eg_member *member = NULL;
    for (uint32_t i = 0; i < name->count; i++) {
        member = d ? eg_find_member(r, d, name->parts[i].name) : r->nothing;
        if (!member)
            return NULL;
        if (member->kind == EG_M_NONE || member->kind == EG_M_IMPORT) {
            eg_error(r, source, name->parts[i].at, "\"%.200s\", imported here, is not known",
                     eg_reference_text(r, name, i + 1));
            if (d && d->enclosing)
                eg_hint_member(r, d, name->parts[i].name);
            else
                eg_hint_unknown(r, r->root, eg_reference_text(r, name, name->count), name->parts[i].name);
            return NULL;
        }
        if (i > 0 && !eg_check_access(r, from, d, member, source, name->parts[i].at, false))
            return NULL;
        d = member->kind == EG_M_CLASS ? member->definition : NULL;
    }
    return member;
}

/* An import that leads nowhere was reported and means nothing. */
static eg_member *follow_import(eg_reader *r, eg_definition *d, const eg_import_clause *import)
{
    eg_member *target = follow(r, d, d->syntax->source, import->name);
    bool ok = target && check_is_package(r, target->owner, d->syntax->source, import->name->parts[0].at);
    return ok ? target : r->nothing;
}

/* The package of import A.B.*; NULL (reported once) when there is none. */
static eg_definition *follow_wildcard(eg_reader *r, eg_definition *d, eg_wildcard *all)
{
    if (!all->is_followed) {
        const eg_reference *name = all->clause->name;
        eg_member *package = follow(r, d, d->syntax->source, name);
        all->is_followed = true;
        all->package = package && package->kind == EG_M_CLASS ? package->definition : NULL;
        if (all->package && !check_is_package(r, all->package, d->syntax->source, name->parts[0].at))
            all->package = NULL;
    }
    return all->package;
}

/* The same class or constant, perhaps by two names of it. */
static bool is_same_member(const eg_member *a, const eg_member *b)
{
    return a == b || (a->kind == EG_M_CLASS && b->kind == EG_M_CLASS && a->definition == b->definition) ||
           (a->kind == EG_M_COMPONENT && b->kind == EG_M_COMPONENT && a->component == b->component);
}

static bool refuse_ambiguous(eg_reader *r, const eg_definition *d, const eg_wildcard *one,
                             const eg_wildcard *other, const char *name)
{
    eg_error(r, d->syntax->source, other->clause->at,
             "\"%s\" is in both %.200s and %.200s, all of which is imported", name, one->package->full,
             other->package->full);
    eg_hint(r, "import one of them by its name: import %.200s.%s;", one->package->full, name);
    return false;
}

static eg_member *find_wildcard(eg_reader *r, eg_definition *d, const char *name)
{
    eg_member *found = NULL;
    const eg_wildcard *by = NULL;
    for (size_t i = 0; i < d->wildcards.count; i++) {
        eg_wildcard *all = d->wildcards.items[i];
        if (!eg_count_steps(r, d->syntax->source, all->clause->at, 1))
            return NULL;
        eg_definition *package = follow_wildcard(r, d, all);
        eg_member *member = package ? eg_find_member(r, package, name) : NULL;
        if (!member || member->kind == EG_M_NONE || member->kind == EG_M_IMPORT || member->is_protected)
            continue;
        if (found && !is_same_member(found, member) && !refuse_ambiguous(r, d, by, all, name))
            break;
        found = found ? found : member;
        by = by ? by : all;
    }
    return found;
}

void eg_check_imports(eg_reader *r, eg_definition *d)
{
    size_t wildcards = 0; /* which stand in the order of the text */
    if (!register_elements(r, d))
        return;
    for (uint32_t i = 0; d->syntax && i < d->syntax->element_count; i++) {
        const eg_class_element *element = &d->syntax->elements[i];
        if (element->kind == EG_EL_IMPORT && element->import->alias)
            follow_import(r, d, element->import);
        else if (element->kind == EG_EL_IMPORT)
            follow_wildcard(r, d, d->wildcards.items[wildcards++]);
    }
}

/* ---------------------------------------------------------------- simple names */

/* The packages of the Modelica Standard Library import its units as SI; a single file of it does not say
 * so. */
static eg_member *implied_import(eg_reader *r, const eg_definition *d, const char *name)
{
    if (!d->enclosing || d->enclosing->enclosing || strcmp(d->name, "Modelica") != 0 ||
        strcmp(name, "SI") != 0)
        return NULL;
    eg_part parts[] = {{.name = d->name}, {.name = eg_symbol(r, "Units")}};
    eg_reference units = {.parts = parts, .count = 2};
    eg_member *package = parts[1].name ? follow(r, NULL, NULL, &units) : NULL;
    return package && package->kind == EG_M_CLASS ? eg_find_member(r, package->definition, name) : NULL;
}

/* In one class, without the classes around it. */
static eg_member *find_here(eg_reader *r, eg_definition *d, const char *name)
{
    eg_member *member = eg_find_member(r, d, name);
    if (!member)
        return NULL;
    if (member->kind == EG_M_IMPORT)
        return follow_import(r, d, member->import);
    if (member->kind != EG_M_NONE)
        return member;
    member = find_wildcard(r, d, name);
    return member ? member : implied_import(r, d, name);
}

/* In the class and in those around it. */
static eg_member *look_around(eg_reader *r, eg_definition *from, const char *name, eg_definition **scope)
{
    for (eg_definition *d = from; d && !r->out_of_memory;) {
        eg_member *member = find_here(r, d, name);
        if (member) {
            if (scope)
                *scope = d;
            return member;
        }
        d = d->syntax && d->syntax->is_encapsulated && d->enclosing ? r->root : d->enclosing;
    }
    return NULL;
}

static eg_member *lookup(eg_reader *r, eg_definition *from, const char *name, bool is_type,
                         eg_definition **scope)
{
    eg_member *member = look_around(r, from, name, scope);
    if (member || r->out_of_memory)
        return member;
    member = eg_dyad_lookup(r, from, name, is_type);
    if (member && scope)
        *scope = member->owner;
    return member;
}

eg_member *eg_lookup(eg_reader *r, eg_definition *from, const char *name, eg_definition **scope)
{
    return lookup(r, from, name, false, scope);
}

/* ---------------------------------------------------------------- class names */

const char *eg_reference_text(eg_reader *r, const eg_reference *reference, uint32_t count)
{
    enum { LONGEST = 400 };
    char text[LONGEST + 4] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < count && i < reference->count && length < LONGEST; i++) {
        const char *dot = i > 0 || reference->is_global ? "." : "";
        int more = snprintf(text + length, LONGEST - length, "%s%s", dot, reference->parts[i].name);
        length += more > 0 ? (size_t)more : 0;
    }
    return eg_textf(r, "%s%s", text, length >= LONGEST ? "..." : "");
}

bool eg_hint_member(eg_reader *r, eg_definition *definition, const char *name)
{
    eg_list names = {0};
    if (!r->last_was_shown)
        return false;
    eg_member_names(r, definition, &names);
    return eg_hint_nearest(r, name, (const char *const *)names.items, names.count);
}

static void refuse_unknown(eg_reader *r, eg_definition *from, eg_definition *inside, eg_source *source,
                           const eg_reference *name, uint32_t i)
{
    const char *whole = eg_reference_text(r, name, name->count);
    const eg_part *part = &name->parts[i];
    if (!inside) {
        eg_error(r, source, part->at, "the class \"%.200s\" is not known", whole);
        eg_hint_unknown(r, from, whole, part->name);
        return;
    }
    eg_error(r, source, part->at, "the class \"%.200s\" is not known: %.200s has no \"%s\"", whole,
             inside->full, part->name);
    if (!eg_hint_member(r, inside, part->name) && inside->is_native_package)
        eg_hint(r, "take a class that is built in, or name the directory of the library that has it (-I)");
}

static eg_definition *resolve(eg_reader *r, eg_node *node, eg_definition *from, eg_source *source,
                              const eg_reference *name, bool quiet)
{
    eg_definition *d = NULL, *found_in = NULL;
    for (uint32_t i = 0; i < name->count; i++) {
        eg_member *member;
        if (i > 0)
            member = eg_find_member(r, d, name->parts[i].name);
        else if (name->is_global)
            member = eg_find_member(r, r->root, name->parts[0].name);
        else
            member = lookup(r, from, name->parts[0].name, name->is_type, &found_in);
        if (r->out_of_memory)
            return NULL;
        if (!member || member->kind == EG_M_NONE || member->kind == EG_M_IMPORT) {
            bool is_reported = i == 0 && member && !name->is_global;
            if (!quiet && !is_reported)
                refuse_unknown(r, from, d, source, name, i);
            return NULL;
        }
        if (i > 0 && !eg_check_access(r, from, d, member, source, name->parts[i].at, quiet))
            return NULL;
        if (member->kind != EG_M_CLASS) {
            if (!quiet) {
                eg_error(r, source, name->parts[i].at, "\"%.200s\" is not a class but a component",
                         eg_reference_text(r, name, i + 1));
                eg_hint(r, "write the name of its class: the word before \"%s\" where that is declared",
                        name->parts[i].name);
            }
            return NULL;
        }
        d = member->definition;
        if (i == 0 && found_in)
            d = eg_class_of(r, node, found_in, d);
    }
    return d;
}

eg_definition *eg_resolve(eg_reader *r, eg_definition *from, eg_source *source, const eg_reference *name,
                          bool quiet)
{
    return resolve(r, NULL, from, source, name, quiet);
}

eg_definition *eg_resolve_in(eg_reader *r, eg_node *node, eg_definition *from, eg_source *source,
                             const eg_reference *name)
{
    return resolve(r, node, from, source, name, false);
}

eg_definition *eg_resolve_function(eg_reader *r, eg_node *node, eg_definition *from, eg_source *source,
                                   const eg_reference *name)
{
    eg_definition *d = resolve(r, node, from, source, name, true);
    for (int depth = 0; d && eg_is_other_name(d) && depth < EG_DEPTH_LIMIT; depth++) {
        eg_definition *base = resolve(r, d->scope, d->enclosing, d->syntax->source, d->syntax->base, true);
        if (base && base->kind == EG_D_FUNCTION)
            return base;
        if (!base || !eg_is_other_name(base))
            return d;
        d = base;
    }
    return d;
}

/* ---------------------------------------------------------------- what was probably meant */

static void add_own_names(eg_reader *r, const eg_definition *d, eg_list *names)
{
    for (uint32_t i = 0; d->syntax && i < d->syntax->element_count; i++) {
        const eg_class_element *element = &d->syntax->elements[i];
        const char *name = NULL;
        if (element->kind == EG_EL_COMPONENT)
            name = element->component->name;
        else if (element->kind == EG_EL_CLASS)
            name = element->class->name;
        else if (element->kind == EG_EL_IMPORT)
            name = element->import->alias;
        if (name)
            eg_list_add(r, names, (void *)(uintptr_t)name);
    }
    if (d->is_native_package)
        eg_native_names(r, d, names);
    if (d->directory)
        eg_library_names(r, d->directory, names);
    eg_bundled_names(r, d, names);
}

/* The same class can be reached along many ways; enough is enough. */
enum { NAMES_LIMIT = 20000 };

static void add_names(eg_reader *r, eg_definition *d, eg_list *names, int depth)
{
    if (d->kind == EG_D_NATIVE)
        eg_native_member_names(r, d->native, names);
    if (d->kind != EG_D_SCOPE)
        return;
    add_own_names(r, d, names);
    for (uint32_t i = 0; i < d->base_count && depth < EG_DEPTH_LIMIT && names->count < NAMES_LIMIT; i++)
        add_names(r, d->bases[i].definition, names, depth + 1);
}

void eg_member_names(eg_reader *r, eg_definition *definition, eg_list *names)
{
    add_names(r, definition, names, 0);
}

void eg_hint_unknown(eg_reader *r, eg_definition *from, const char *whole, const char *name)
{
    if (!r->last_was_shown)
        return;
    if (strcmp(name, "SI") == 0) {
        eg_hint(r, "write \"import Modelica.Units.SI;\" in the class");
        return;
    }
    static const char *const types[] = {"Real", "Integer", "Boolean", "String"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcasecmp(whole, types[i]) == 0) {
            eg_hint(r, "did you mean \"%s\"?", types[i]);
            return;
        }
    if (eg_dyad_hint(r, from, name))
        return;
    bool is_part = strchr(whole, '.') && *whole >= 'a' && *whole <= 'z'; /* of a component: no class */
    const char *native = is_part ? NULL : eg_class_nearest(whole);
    const char *last = native ? strrchr(native, '.') : NULL;
    const char *last_written = strrchr(whole, '.');
    last_written = last_written ? last_written + 1 : whole;
    if (native && last && strcmp(last + 1, last_written) == 0) {
        eg_hint(r, "did you mean \"%s\"?", native);
        return;
    }
    eg_list names = {0};
    for (eg_definition *d = from; d; d = d->enclosing)
        add_names(r, d, &names, 0);
    if (native)
        eg_hint(r, "did you mean \"%s\"?", native);
    bool is_near = eg_hint_nearest(r, name, (const char *const *)names.items, names.count);
    if (!native && !is_near && from->syntax && from->syntax->is_dyad)
        eg_hint(r, "define it in this text or one beside it, or name the directory of its library (-I)");
}

static void hint_declaration(eg_reader *r, const char *name)
{
    static const char *const constants[] = {"pi", "eps", "e", "g_n", "inf", "D2R", "R2D"};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (strcmp(name, constants[i]) == 0) {
            eg_hint(r, "write \"import Modelica.Constants.%s;\" in the class", name);
            return;
        }
    eg_hint(r, "declare it: Real %.60s; or parameter Real %.60s = ...;", name, name);
}

void eg_hint_unknown_value(eg_reader *r, eg_definition *from, const char *name)
{
    static const char *const no_numbers[] = {"nan", "NaN", "NAN",      "inf",
                                             "Inf", "INF", "infinity", "Infinity"};
    eg_list names = {0};
    if (!r->last_was_shown)
        return;
    for (size_t i = 0; i < sizeof no_numbers / sizeof *no_numbers; i++)
        if (strcmp(name, no_numbers[i]) == 0) {
            eg_hint(r, "write a number, 1e5 for instance: there is no NaN and no infinity here");
            return;
        }
    eg_list_add(r, &names, (void *)(uintptr_t) "true");
    eg_list_add(r, &names, (void *)(uintptr_t) "false");
    for (eg_definition *d = from; d && d->enclosing; d = d->enclosing)
        add_names(r, d, &names, 0);
    bool is_near = eg_hint_nearest(r, name, (const char *const *)names.items, names.count);
    if (!is_near && !(from->syntax && from->syntax->is_dyad))
        hint_declaration(r, name);
    if (!is_near && from->syntax && from->syntax->is_dyad)
        eg_hint(r, "declare it above relations: variable %.60s::Real, or parameter %.60s::Real = ...", name,
                name);
}

/* Of a class of the library its parameters, of a user's its components: the first few. */
void eg_hint_modifiable(eg_reader *r, eg_definition *definition, const char *name)
{
    enum { MOST = 12 };
    char text[400] = "";
    eg_list names = {0};
    if (!r->last_was_shown || eg_hint_member(r, definition, name))
        return;
    if (definition->kind == EG_D_NATIVE)
        for (size_t i = 0; i < definition->native->parameter_count; i++)
            eg_list_add(r, &names, (void *)(uintptr_t)definition->native->parameters[i].name);
    else
        eg_member_names(r, definition, &names);
    for (size_t i = 0; i < names.count && i < MOST; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? ", " : "", (const char *)names.items[i]);
    }
    if (names.count > 0)
        eg_hint(r, "it has: %s%s", text, names.count > MOST ? ", ..." : "");
}
