/* Who computes which rows of a sweep: each row once, in pieces that are bounded. */
#include "build_model.h"

#include "sweep/share.h"
#include "sweep/sweep.h"

enum { ROWS = 100000 };

static size_t draw(uint64_t *state, size_t below)
{
    *state = eg_sweep_bits(*state, 1, 2);
    return (size_t)(*state % below);
}

/* A share with gaps, from which threads take pieces and ranks lease into shares of their own, in any order:
 * every row is taken once, no other is, and no piece is longer than what was asked for or half an even share
 * of the rest. */
static void every_row_is_taken_once(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 40; seed++) {
        enum { RANKS = 5 };
        uint64_t random = seed;
        int *taken = calloc(ROWS, sizeof *taken), *there = calloc(ROWS, sizeof *there);
        eg_share all = {0}, own[RANKS] = {{0}};
        assert_non_null(taken);
        assert_non_null(there);
        for (size_t at = 0; at < ROWS;) {
            size_t count = 1 + draw(&random, ROWS / 3);
            count = count < ROWS - at ? count : ROWS - at;
            if (draw(&random, 3) > 0) {
                TRUE(eg_share_add(&all, &(eg_rows){at, count, EG_SHARE_ROWS}));
                for (size_t i = at; i < at + count; i++)
                    there[i] = 1;
            }
            at += count;
        }
        bool more = true;
        while (more) {
            const size_t who = draw(&random, RANKS), size = 1 + draw(&random, 3000),
                         threads = 1 + draw(&random, 3);
            const size_t even = all.left / (2 * RANKS) > 0 ? all.left / (2 * RANKS) : 1;
            eg_rows rows = {0};
            if (who == 0 && all.left > 0) {
                rows = eg_share_take(&all, eg_share_bound(&all, size, RANKS));
                TRUE(rows.count <= size && rows.count <= even);
            } else if (who > 0 && own[who].left > 0) {
                rows = eg_share_take(&own[who], size);
                TRUE(rows.count <= size && rows.count >= 1);
            } else if (who > 0 && all.left > 0) {
                const eg_rows lease = eg_share_lease(&all, size, threads, RANKS);
                TRUE(lease.piece <= size && lease.piece <= even && lease.count <= threads * lease.piece);
                TRUE(eg_share_add(&own[who], &lease));
            }
            for (size_t i = 0; i < rows.count; i++)
                taken[rows.first + i]++;
            more = all.left > 0;
            for (size_t i = 1; i < RANKS; i++)
                more = more || own[i].left > 0;
        }
        for (size_t i = 0; i < ROWS; i++)
            if (taken[i] != there[i])
                fail_msg("seed %d: row %zu is taken %d times", (int)seed, i, taken[i]);
        for (size_t i = 0; i < RANKS; i++)
            eg_share_release(&own[i]);
        eg_share_release(&all);
        free(taken);
        free(there);
    }
    ALL_WELL();
}

/* The length of pieces follows the pace: to what takes `wanted`, eightfold at most, and not by one that was
 * cut short. */
static void pieces_follow_the_pace(void **state)
{
    (void)state;
    size_t size = 1;
    for (int i = 0; i < 8; i++)
        size = eg_share_next_size(size, size, 1e-5 * (double)size, 0.25, SIZE_MAX);
    TRUE(size >= 24999 && size <= 25000);
    assert_int_equal(eg_share_next_size(1, 1, 1e-9, 0.25, SIZE_MAX), 8);
    assert_int_equal(eg_share_next_size(1000, 3, 1e-9, 0.25, SIZE_MAX), 1000);
    assert_int_equal(eg_share_next_size(1000, 1000, 1000, 0.25, SIZE_MAX), 1);
    assert_int_equal(eg_share_next_size(60000, 60000, 0, 0.25, SIZE_MAX), EG_SHARE_ROWS);
    assert_int_equal(eg_share_next_size(60000, 60000, 0, 0.25, 500), 500);
    NEAR(eg_share_seconds(1), 0.25, 0);
    NEAR(eg_share_seconds(500), 0.5, 1e-15);
    NEAR(eg_share_seconds(100000), 1, 0);
    ALL_WELL();
}

/* Rows are leased ahead, but not where a piece is a single run that takes long. */
static void a_rank_asks_in_time(void **state)
{
    (void)state;
    eg_share share = {0};
    TRUE(eg_share_is_low(&share, 100, 2, 0));
    TRUE(!eg_share_is_low(&share, 1, 2, 0));
    TRUE(eg_share_is_low(&share, 1, 2, 1));
    TRUE(eg_share_add(&share, &(eg_rows){0, 100, 100}));
    TRUE(!eg_share_is_low(&share, 100, 2, 0));
    (void)eg_share_take(&share, 1);
    TRUE(eg_share_is_low(&share, 100, 2, 0));
    eg_share_clear(&share);
    assert_int_equal(share.left, 0);
    eg_share_release(&share);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_taken_once),
        cmocka_unit_test(pieces_follow_the_pace),
        cmocka_unit_test(a_rank_asks_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
