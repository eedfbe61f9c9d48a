//! A table of words, as text and as Markdown.

/// A heading, and rows of cells as long as the head.
pub struct Grid {
    /// What the table shows.
    pub title: String,
    /// The columns' names.
    pub head: Vec<String>,
    /// The cells. The first column is a name, the others are figures.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// Columns of one width, names to the left and figures to the right.
    #[must_use]
    pub fn to_text(&self) -> String {
        let widths: Vec<usize> = (0..self.head.len())
            .map(|column| self.lines().map(|line| line[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut text = format!("{}\n", self.title);
        for line in self.lines() {
            let cells: Vec<String> = (line.iter().zip(&widths).enumerate())
                .map(|(column, (cell, &width))| match column {
                    0 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                })
                .collect();
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        text
    }

    /// A table of Markdown under a heading.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let mut rule = vec!["---:".to_string(); self.head.len()];
        rule[0] = "---".to_string();
        let mut text = format!("### {}\n\n{}{}", self.title, row(&self.head), row(&rule));
        for line in &self.rows {
            text.push_str(&row(line));
        }
        text
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.head).chain(&self.rows)
    }
}

/// Owned words.
#[must_use]
pub fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_string).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Grid {
        Grid {
            title: "keccak".into(),
            head: words(["name", "time/op"]),
            rows: vec![words(["Sha3", "1.00µs"]), words(["Permutation", "9ns"])],
        }
    }

    /// Widths are counted in characters, not bytes; lines have no blanks at their ends.
    #[test]
    fn text() {
        assert_eq!(example().to_text(), "keccak\nname         time/op\nSha3          1.00µs\nPermutation      9ns\n");
    }

    #[test]
    fn markdown() {
        let expected = "### keccak\n\n| name | time/op |\n| --- | ---: |\n| Sha3 | 1.00µs |\n| Permutation | 9ns |\n";
        assert_eq!(example().to_markdown(), expected);
    }
}
