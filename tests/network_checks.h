/* Checks that hold for any model. */
#ifndef NETWORK_CHECKS_H
#define NETWORK_CHECKS_H

#include "network/model.h"

#include "build_model.h"

/* Sums over the ports of each node; positions are one, forces cancel to the rounding of the largest. */
static inline void check_balance(const rig *r, const char *model, const char *file, int line)
{
    const eg_model *m = r->model;
    double *sum = calloc(2 * (size_t)(m->node_count + m->heat_count) + 1, sizeof *sum);
    double *size = sum + m->node_count + m->heat_count;
    assert_non_null(sum);
    for (size_t row = 0; row < rows(r); row++) {
        memset(sum, 0, sizeof *sum * 2 * (size_t)(m->node_count + m->heat_count));
        for (int i = 0; i < m->instance_count; i++)
            for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++) {
                const eg_port *port = &m->instances[i].class->ports[p - m->ports.base[i]];
                bool heat = eg_port_is_thermal(port->kind);
                if (m->ports.node[p] < 0 || eg_port_is_signal(port->kind))
                    continue;
                char name[100];
                snprintf(name, sizeof name, "%s.%s.%s", m->instances[i].path, port->name,
                         heat                                ? "Q_flow"
                         : eg_port_is_rotational(port->kind) ? "tau"
                                                             : "f");
                int k = m->ports.node[p] + (heat ? m->node_count : 0);
                sum[k] += at(r, name, row);
                size[k] = fmax(size[k], fabs(at(r, name, row)));
            }
        for (int k = 0; k < m->node_count + m->heat_count; k++) {
            /* an instant is rounded, and forces change by up to 1e5 N/s; temperatures of 300 K are rounded */
            double scale = k < m->node_count ? 1000 : 2000;
            if (fabs(sum[k]) <= 1e-13 * (size[k] + scale))
                continue;
            char text[200];
            snprintf(text, sizeof text, "%s: at row %zu (t = %g) node %d is out of balance by %g, largest %g",
                     model, row, time_of(r, row), k, sum[k], size[k]);
            rig_fail(file, line, text);
            free(sum);
            return;
        }
    }
    free(sum);
}
#define CHECK_BALANCE(r, model) check_balance((r), (model), __FILE__, __LINE__)

#endif
