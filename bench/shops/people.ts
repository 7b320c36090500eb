/** Fifteen first names, separated by spaces. */
export const firstNames =
  'Asha Ravi Zarina Kiran Devika Ananya Arjun Meera Vikram Priya Rohan Lakshmi Imran Nisha Suresh'

/** Fifteen last names, separated by spaces. */
export const lastNames =
  'Rao Menon Khan Desai Iyer Sharma Patel Nair Singh Das Kapoor Bose Reddy Joshi Fernandes'
