//! Curves of learning as a picture (SVG), which any browser shows.

use std::fmt::Write;

use super::fit::Epoch;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 36.0;
/// Lines across a chart.
const LINES: usize = 5;
/// Labels of epochs on a chart, about.
const LABELS: usize = 12;

/// A curve: its name, its color, and its values.
struct Curve<'a> {
    name: &'a str,
    color: &'a str,
    values: Vec<f64>,
}

/// Two charts over the epochs: the loss, learned from and kept apart, and the error of results.
pub fn svg(title: &str, epochs: &[Epoch]) -> String {
    let values = |value: fn(&Epoch) -> f64| epochs.iter().map(value).collect();
    let loss = [
        Curve { name: "learned from", color: "#1f77b4", values: values(|it| it.loss) },
        Curve { name: "kept apart", color: "#d62728", values: values(|it| it.validation.loss) },
    ];
    let error =
        [Curve { name: "kept apart", color: "#d62728", values: values(|it| it.validation.error) }];
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        2.0 * HEIGHT
    );
    chart(&mut text, &format!("{}: loss (cross entropy)", escaped(title)), 0.0, &loss);
    chart(&mut text, "mean square error of the result, in points", HEIGHT, &error);
    text + "</svg>\n"
}

/// Draws a chart whose top edge is at some height.
fn chart(text: &mut String, title: &str, top: f64, curves: &[Curve<'_>]) {
    let all = || curves.iter().flat_map(|curve| curve.values.iter().copied());
    let count = curves.iter().map(|curve| curve.values.len()).max().unwrap_or(0);
    let (low, high) =
        all().fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
    // A chart without curves, or of one value, has a scale as well.
    let (low, high) =
        if low < high { (low, high) } else { (low.min(0.0), low.clamp(0.0, 1e9) + 1.0) };
    let right = WIDTH - RIGHT;
    let ground = top + HEIGHT - BOTTOM;
    let x =
        |number: usize| LEFT + (right - LEFT) * (number as f64 - 1.0) / (count.max(2) as f64 - 1.0);
    let y = |value: f64| ground - (ground - top - TOP) * (value - low) / (high - low);
    let mut add = |line: std::fmt::Arguments<'_>| {
        text.write_fmt(line).expect("a text can be written to");
        text.push('\n');
    };
    add(format_args!("<text x=\"{LEFT}\" y=\"{}\" font-size=\"14\">{title}</text>", top + 18.0));
    for line in 0..=LINES {
        let value = low + (high - low) * line as f64 / LINES as f64;
        let height = y(value);
        add(format_args!(
            "<path d=\"M{LEFT} {height:.1}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value:.4}</text>",
            LEFT - 8.0,
            height + 4.0
        ));
    }
    for number in (1..=count).step_by(count.div_ceil(LABELS).max(1)) {
        add(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text>",
            x(number),
            ground + 18.0
        ));
    }
    for (place, curve) in curves.iter().enumerate() {
        let Curve { name, color, values } = curve;
        let points: Vec<_> = values
            .iter()
            .enumerate()
            .map(|(at, &value)| format!("{:.1},{:.1}", x(at + 1), y(value)))
            .collect();
        add(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
            points.join(" ")
        ));
        let at = right - 110.0 * (curves.len() - place) as f64;
        add(format_args!("<text x=\"{at}\" y=\"{}\" fill=\"{color}\">{name}</text>", top + 36.0));
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::train::fit::Measured;

    #[test]
    fn any_number_of_epochs_can_be_drawn() {
        let epoch = |number: u32| Epoch {
            number,
            loss: 0.7 / f64::from(number),
            validation: Measured { loss: 0.8 / f64::from(number), error: 0.1 },
            rate: 0.001,
            time: Duration::from_secs(1),
        };
        for count in [0, 1, 2, 30] {
            let epochs: Vec<_> = (1..=count).map(epoch).collect();
            let text = svg("a < b", &epochs);
            assert!(text.contains("a &lt; b: loss") && text.ends_with("</svg>\n"));
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            assert_eq!(text.matches("<polyline").count(), 3);
        }
    }
}
