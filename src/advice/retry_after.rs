//! `Retry-After`: seconds, or an HTTP date in any of the three forms of RFC 9110, section 5.6.7.

use std::time::{Duration, UNIX_EPOCH};

/// No HTTP date is longer: "Wednesday, 06-Nov-94 08:49:37 GMT".
const LONGEST_DATE: usize = 33;

/// How many milliseconds to wait. None for a value that cannot be read, a date without a clock, and one that is not to come.
pub(super) fn delay_ms(value: &str, now_ms: Option<i64>) -> Option<u64> {
    let value = value.trim_matches([' ', '\t']);
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(value.parse().map_or(u64::MAX, |seconds: u64| seconds.saturating_mul(1000)));
    }
    let now_ms = now_ms.filter(|_| value.len() <= LONGEST_DATE)?;
    let four_digits = with_four_digit_year(value, now_ms);
    let date = httpdate::parse_http_date(four_digits.as_deref().unwrap_or(value)).ok()?;
    let since_epoch = date.duration_since(UNIX_EPOCH).ok()?.as_millis();
    let delay = i128::try_from(since_epoch).ok()? - i128::from(now_ms);
    u64::try_from(delay).ok().filter(|&delay| delay > 0)
}

/// The obsolete RFC 850 form (`Sunday, 06-Nov-94 08:49:37 GMT`) with the year written out: a year that seems to be more
/// than 50 years ahead is the last past one with these digits (RFC 9110, section 5.6.7).
fn with_four_digit_year(value: &str, now_ms: i64) -> Option<String> {
    let (_, rest) = value.split_once("day, ")?;
    let (date, time) = rest.split_once(' ')?;
    let [day, month, year] = date.split('-').collect::<Vec<_>>().try_into().ok()?;
    if year.len() != 2 || day.len() != 2 {
        return None;
    }
    let now = UNIX_EPOCH.checked_add(Duration::from_millis(u64::try_from(now_ms).ok()?))?;
    let this_year: u32 = if now_ms < 253_402_300_800_000 { httpdate::fmt_http_date(now).get(12..16)?.parse().ok()? } else { 9999 };
    let latest = this_year + 50;
    let two_digits: u32 = year.parse().ok()?;
    let full = latest - (latest + 100 - two_digits) % 100;
    let weekday = value.get(..3)?;
    Some(format!("{weekday}, {day} {month} {full} {time}"))
}

#[cfg(test)]
mod tests {
    use super::delay_ms;

    /// Sun, 06 Nov 1994 08:49:37 GMT
    const THEN: i64 = 784_111_777_000;
    const NOW: i64 = 1_793_000_000_000; // in October 2026

    #[test]
    fn seconds() {
        assert_eq!(delay_ms("0", None), Some(0));
        assert_eq!(delay_ms("\t 120 ", None), Some(120_000));
        assert_eq!(delay_ms("18446744073709551", None), Some(18_446_744_073_709_551_000));
        for large in ["18446744073709552", "18446744073709551615", "18446744073709551616", &"9".repeat(400)] {
            assert_eq!(delay_ms(large, None), Some(u64::MAX), "{large}");
        }
        for bad in ["", " ", "-1", "+1", "1.5", "1e3", "0x10", "1 2", "2, 3", "soon", "\u{661}"] {
            assert_eq!(delay_ms(bad, Some(NOW)), None, "{bad}");
        }
    }

    #[test]
    fn dates_in_three_forms() {
        for date in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            assert_eq!(delay_ms(date, None), None);
            assert_eq!(delay_ms(date, Some(THEN)), None);
            assert_eq!(delay_ms(date, Some(THEN + 1)), None);
            assert_eq!(delay_ms(date, Some(THEN - 1)), Some(1));
            assert_eq!(delay_ms(&format!(" {date}\t"), Some(THEN - 60_000)), Some(60_000));
        }
    }

    #[test]
    fn two_digits_of_a_year_reach_fifty_years_ahead() {
        let delay = |weekday: &str, year: &str| delay_ms(&format!("{weekday}, 01-Jan-{year} 00:00:00 GMT"), Some(NOW));
        assert!(delay("Friday", "27").is_some() && delay("Wednesday", "76").is_some());
        assert_eq!(delay("Wednesday", "70").map(|ms| ms / 31_556_952_000), Some(43));
        // 1977 and 2025; a weekday that is not the date's makes it unreadable.
        for (weekday, year) in [("Saturday", "77"), ("Wednesday", "25"), ("Thursday", "27")] {
            assert_eq!(delay(weekday, year), None);
        }
        for year in ["2", "x1", "-1", "\u{661}"] {
            assert_eq!(delay("Friday", year), None);
        }
        assert_eq!(delay_ms("Friday, 01-Jan-27 00:00:00 GMT", Some(i64::MAX)), None);
    }
}
