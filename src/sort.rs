//! Sorting in place, in little code: the standard library's sort takes some 5 KB for each type and order.

use std::cmp::Ordering;

/// Sorts by a heap: in place, without recursion, in time of n log n whatever the order was.
#[inline(never)]
pub(crate) fn sort<T>(items: &mut [T], order: &mut dyn FnMut(&T, &T) -> Ordering) {
    let mut is_above = |items: &[T], a: usize, b: usize| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => order(a, b).is_gt(),
        _ => false,
    };
    let count = items.len();
    // What comes in order, as most lists do, is left after one look at each.
    if !(1..count).any(|at| is_above(items, at - 1, at)) {
        return;
    }
    // The first half of the rounds makes the heap, the others take the greatest out of it.
    for round in (0..count + count / 2).rev() {
        let (mut parent, end) = if round >= count {
            (round - count, count)
        } else {
            items.swap(0, round);
            (0, round)
        };
        loop {
            let left = 2 * parent + 1;
            if left >= end {
                break;
            }
            let child = if left + 1 < end && is_above(items, left + 1, left) { left + 1 } else { left };
            if !is_above(items, child, parent) {
                break;
            }
            items.swap(parent, child);
            parent = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort;

    #[test]
    fn sorts_every_order_of_few_and_many() {
        for count in 0..200_u64 {
            for step in [1, 3, 7, 199] {
                for kinds in [2, 5, 1000] {
                    let mut items: Vec<u64> = (0..count).map(|index| index * step % 211 % kinds).collect();
                    let mut expected = items.clone();
                    expected.sort_unstable();
                    sort(&mut items, &mut u64::cmp);
                    assert_eq!(items, expected);
                }
            }
        }
    }

    #[test]
    fn takes_time_of_n_log_n_and_of_n_where_in_order() {
        let count = 1 << 16;
        for (items, most) in [
            ((0..count).collect::<Vec<u32>>(), 1),
            ((0..count).rev().collect(), 2 * 16 + 2),
            ((0..count).map(|index| index.wrapping_mul(2_654_435_761)).collect(), 2 * 16 + 2),
        ] {
            let mut items = items;
            let mut looks = 0;
            sort(&mut items, &mut |a, b| {
                looks += 1;
                a.cmp(b)
            });
            assert!(looks <= most * count && items.is_sorted(), "{looks}");
        }
    }
}
