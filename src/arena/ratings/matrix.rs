//! What the ratings need of matrices, which are small, symmetric and positive definite.

/// A square matrix.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    /// `[row][column]`
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn diagonal(size: usize, value: f64) -> Self {
        let mut matrix = Self { size, cells: vec![0.0; size * size] };
        (0..size).for_each(|place| matrix.cells[place * size + place] = value);
        matrix
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn row_sum(&self, row: usize) -> f64 {
        self.cells[row * self.size..][..self.size].iter().sum()
    }

    pub(super) fn scale(&mut self, factor: f64) {
        self.cells.iter_mut().for_each(|cell| *cell *= factor);
    }

    /// Adds `value` times the square of the difference of two variables.
    pub(super) fn add_difference(&mut self, first: usize, second: usize, value: f64) {
        let size = self.size;
        self.cells[first * size + first] += value;
        self.cells[second * size + second] += value;
        self.cells[first * size + second] -= value;
        self.cells[second * size + first] -= value;
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let size = self.size;
        let mut product = Self::diagonal(size, 0.0);
        for row in 0..size {
            for middle in 0..size {
                let factor = self.at(row, middle);
                let from = &other.cells[middle * size..][..size];
                let to = &mut product.cells[row * size..][..size];
                to.iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
            }
        }
        product
    }

    /// The vector that, multiplied by this, gives `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        self.factor().solve_factored(right)
    }

    pub(super) fn inverse(&self) -> Self {
        let factor = self.factor();
        let mut inverse = Self::diagonal(self.size, 0.0);
        let mut unit = vec![0.0; self.size];
        for row in 0..self.size {
            unit[row] = 1.0;
            // Symmetric: its rows are its columns.
            let solved = factor.solve_factored(&unit);
            inverse.cells[row * self.size..][..self.size].copy_from_slice(&solved);
            unit[row] = 0.0;
        }
        inverse
    }

    /// The lower triangle that, multiplied by itself turned, gives this (Cholesky 1910).
    fn factor(&self) -> Self {
        let size = self.size;
        let mut factor = Self::diagonal(size, 0.0);
        for row in 0..size {
            for column in 0..=row {
                let (upper, lower) = (
                    &factor.cells[column * size..][..column],
                    &factor.cells[row * size..][..column],
                );
                let dot: f64 = upper.iter().zip(lower).map(|(a, b)| a * b).sum();
                let rest = self.at(row, column) - dot;
                factor.cells[row * size + column] = if row == column {
                    rest.max(f64::MIN_POSITIVE).sqrt()
                } else {
                    rest / factor.at(column, column)
                };
            }
        }
        factor
    }

    fn solve_factored(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = right.to_vec();
        for row in 0..self.size {
            let dot: f64 = (0..row).map(|place| self.at(row, place) * solution[place]).sum();
            solution[row] = (solution[row] - dot) / self.at(row, row);
        }
        for row in (0..self.size).rev() {
            solution[row] /= self.at(row, row);
            for place in 0..row {
                solution[place] -= self.at(row, place) * solution[row];
            }
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let mut matrix = Matrix::diagonal(3, 0.5);
        matrix.add_difference(0, 1, 2.0);
        matrix.add_difference(1, 2, 3.0);
        let one = matrix.times(&matrix.inverse());
        for row in 0..3 {
            for column in 0..3 {
                let wanted = f64::from(u8::from(row == column));
                assert!((one.at(row, column) - wanted).abs() < 1e-12);
            }
        }
        let solved = matrix.solve(&[1.0, -1.0, 0.0]);
        let back = matrix.at(0, 0) * solved[0] + matrix.at(0, 1) * solved[1];
        assert!((back - 1.0).abs() < 1e-12);
    }
}
