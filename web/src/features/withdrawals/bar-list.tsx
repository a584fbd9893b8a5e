import type { WithdrawalBar } from '@ingot/endpoints/withdrawal-fields'
import { Amount } from '../../ui/amount.tsx'
import { sizeWords } from './withdrawal-words.ts'
import classes from './withdrawals.module.css'

/** Each bar by its serial number, with what is in it of fine gold. */
export const BarList = ({ bars, label }: { bars: readonly WithdrawalBar[]; label: string }) => (
  <ul className={classes.bars} aria-label={label}>
    {bars.map(({ size, refiner, brand, serial, year, fineness, fineGrams }) => (
      <li key={`${refiner} ${serial} ${year}`}>
        <span>
          <span className={classes.size}>{sizeWords(size)}</span> {brand === '' ? refiner : brand}
          <small>
            {serial}
            {year !== null && ` · ${year}`} · {fineness} fine
          </small>
        </span>
        <Amount value={fineGrams} asset="g" decimals={6} />
      </li>
    ))}
  </ul>
)
