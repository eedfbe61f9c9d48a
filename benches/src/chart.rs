//! The bar chart: how many times as fast as the first column each other one is.

use crate::table::{Row, Table};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;

const WIDTH: i32 = 900;
const HALF_BAR: i32 = 7;
const BAR: i32 = 2 * HALF_BAR;
const GAP: i32 = 10;
const TOP: i32 = 60;
/// Room for the operations' names.
const NAMES: i32 = 230;
/// Room for the figures after the longest bar.
const FIGURES: i32 = 60;

/// Blue, orange, green, red, purple: far apart for every reader's eyes.
const COLORS: [RGBColor; 5] = [
    RGBColor(0x44, 0x77, 0xaa),
    RGBColor(0xee, 0x88, 0x66),
    RGBColor(0x22, 0x88, 0x33),
    RGBColor(0xcc, 0x33, 0x11),
    RGBColor(0xaa, 0x33, 0x77),
];

/// One chart for each table, one above the other, as an SVG document.
///
/// # Errors
/// Those of the drawing library.
pub fn svg(tables: &[Table]) -> Result<String, Box<dyn Error>> {
    let total: i32 = tables.iter().map(height).sum();
    let mut document = String::new();
    {
        let size = (WIDTH.unsigned_abs(), total.unsigned_abs());
        let mut area = SVGBackend::with_string(&mut document, size).into_drawing_area();
        area.fill(&WHITE)?;
        for table in tables {
            let (chart, rest) = area.split_vertically(height(table));
            draw(table, &chart)?;
            area = rest;
        }
        area.present()?;
    }
    Ok(document)
}

/// The columns that are compared with the first.
fn bars(table: &Table) -> i32 {
    table.columns.len() as i32 - 1
}

fn step(table: &Table) -> i32 {
    BAR * bars(table) + GAP
}

fn height(table: &Table) -> i32 {
    TOP + step(table) * table.rows.len() as i32
}

fn speedup(row: &Row, column: usize) -> f64 {
    row.results[0].median / row.results[column].median
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw(table: &Table, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
    let text = ("sans-serif", 13).into_font();
    let left = text.clone().color(&BLACK).pos(Pos::new(HPos::Left, VPos::Center));
    let right = text.color(&BLACK).pos(Pos::new(HPos::Right, VPos::Center));
    let Some((old, new)) = table.columns.split_first() else { return Ok(()) };
    let colors = || COLORS.iter().cycle();

    let title = format!("{}: speed, {old} = 1", table.title);
    area.draw(&Text::new(title, (NAMES, 14), ("sans-serif", 16).into_font().color(&BLACK)))?;
    for (index, (column, color)) in new.iter().zip(colors()).enumerate() {
        let x = NAMES + 110 * index as i32;
        area.draw(&Rectangle::new([(x, 38), (x + 12, 50)], color.filled()))?;
        area.draw(&Text::new(column.clone(), (x + 17, 44), left.clone()))?;
    }

    let speedups = table.rows.iter().flat_map(|row| (1..row.results.len()).map(|column| speedup(row, column)));
    let longest = speedups.fold(1.0, f64::max);
    let scale = f64::from(WIDTH - NAMES - FIGURES) / longest;
    let mut top = TOP;
    for row in &table.rows {
        area.draw(&Text::new(row.name.clone(), (NAMES - 8, top + HALF_BAR * bars(table)), right.clone()))?;
        let mut y = top;
        for (column, color) in (1..row.results.len()).zip(colors()) {
            let end = NAMES + (speedup(row, column) * scale) as i32;
            area.draw(&Rectangle::new([(NAMES, y), (end, y + BAR - 2)], color.filled()))?;
            let figure = format!("{:.2}×", speedup(row, column));
            area.draw(&Text::new(figure, (end + 4, y + HALF_BAR), left.clone()))?;
            y += BAR;
        }
        top += step(table);
    }
    let one = NAMES + scale as i32;
    area.draw(&PathElement::new([(one, TOP - 4), (one, top - GAP)], BLACK.mix(0.4)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Summary;

    /// One bar for each new backend and row, with its figure; names are escaped.
    #[test]
    fn bars() {
        let at = |median| Summary { minimum: median, lower: median, median, upper: median };
        let row = |name: &str| Row { name: name.into(), bytes: None, results: vec![at(4.0), at(2.0), at(1.0)] };
        let table = Table {
            title: "keccak".into(),
            columns: ["portable", "bmi", "avx2"].map(String::from).to_vec(),
            rows: vec![row("A<B"), row("C")],
        };
        let document = svg(&[table]).expect("an SVG document");
        assert!(document.starts_with("<svg") && document.trim_end().ends_with("</svg>"));
        assert_eq!(document.matches("2.00×").count(), 2);
        assert_eq!(document.matches("4.00×").count(), 2);
        assert!(document.contains("A&lt;B"));
    }
}
