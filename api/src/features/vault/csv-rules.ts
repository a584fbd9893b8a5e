/** What stands on one line of a file; a value in quotation marks may go over several. */
export type CsvRow = { line: number; cells: string[] }

/** By which values are parted: pasted from a spreadsheet, they are parted by tabs. */
const separators = [';', '\t']

const cellOf = (separator: string) =>
  new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`, 'y')

const linesIn = (text: string) => text.split(/\r\n|\r|\n/).length - 1

/** A file of values (RFC 4180), read strictly: a quotation mark out of place is a mistake, not a letter. Empty lines are passed over. */
export const readCsv = (text: string): { rows: CsvRow[]; problem?: { line: number; problem: string } } => {
  const plain = text.replace(/^\ufeff/, '').trimEnd()
  const first = plain.slice(0, plain.search(/[\r\n]|$/))
  const cell = cellOf(separators.find((each) => first.includes(each)) ?? ',')
  const rows: CsvRow[] = []
  let [line, row]: [number, CsvRow] = [1, { line: 1, cells: [] }]
  for (;;) {
    const match = cell.exec(plain)
    if (!match) return { rows: [], problem: { line, problem: 'A quotation mark is out of place on this line.' } }
    const [whole, quoted, unquoted = '', end] = match
    row.cells.push((quoted?.replaceAll('""', '"') ?? unquoted).trim())
    line += linesIn(whole)
    if (end !== '' && !/[\r\n]/.test(end ?? '')) continue
    if (row.cells.some((each) => each !== '')) rows.push(row)
    row = { line, cells: [] }
    if (end === '') return { rows }
  }
}
