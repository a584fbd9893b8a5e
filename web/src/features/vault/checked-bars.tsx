import { decimalsOf } from '../../lib/asset-figures.ts'
import { Amount } from '../../ui/amount.tsx'
import { Scrolled } from '../../ui/scrolled.tsx'
import type { Checked } from './queries.ts'
import classes from './vault.module.css'

const counted = (count: number, what: string) => `${count} ${count === 1 ? what : `${what}s`}`

const Grams = ({ value }: { value: string }) => <Amount value={value} asset="g" decimals={decimalsOf('XAU')} />

const Problems = ({ problems }: Pick<Checked, 'problems'>) => (
  <ul className={classes.problems} aria-label="Problems">
    {problems.map(({ line, problem }) => (
      <li key={`${line} ${problem}`}>
        <strong>Line {line}</strong> {problem}
      </li>
    ))}
  </ul>
)

/** Wider than a phone: it is scrolled by itself, by keyboard too. */
const Bars = ({ bars }: Pick<Checked, 'bars'>) => (
  <Scrolled className={classes.scroll} label="Bars in the list">
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Refiner</th>
          <th scope="col">Serial</th>
          <th scope="col">Brand</th>
          <th scope="col">Year</th>
          <th scope="col">Fineness</th>
          <th scope="col">Gross grams</th>
          <th scope="col">Fine gold</th>
          <th scope="col">Vault</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ line, refiner, serial, brand, year, fineness, grossGrams, fineGrams, vault, note }) => (
          <tr key={line}>
            <td>{line}</td>
            <td>{refiner}</td>
            <th scope="row">
              {serial}
              {note !== null && <span className={classes.note}>{note}</span>}
            </th>
            <td>{brand}</td>
            <td>{year ?? 'Unknown'}</td>
            <td>{fineness}</td>
            <td>{grossGrams}</td>
            <td>
              <Grams value={fineGrams} />
            </td>
            <td>{vault}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scrolled>
)

/** What the server made of a list: the bars it read, and line by line what is wrong. */
export const CheckedBars = ({ checked: { bars, problems, fineGrams } }: { checked: Checked }) => (
  <>
    <p role="status" className={classes.verdict}>
      {problems.length > 0 && `${counted(problems.length, 'problem')} to mend first. `}
      {counted(bars.length, 'bar')} read, <Grams value={fineGrams} /> of fine gold.
    </p>
    {problems.length > 0 && <Problems problems={problems} />}
    {bars.length > 0 && <Bars bars={bars} />}
  </>
)
