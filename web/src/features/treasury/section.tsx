import { type ReactNode, useId } from 'react'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import classes from './treasury.module.css'

/** A part of the page under its own heading. */
export const Section = ({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note && <p className={classes.quiet}>{note}</p>}
      {children}
    </section>
  )
}

/** Gold of the vault. */
export const Grams = ({ value }: { value: string }) => (
  <ExactAmount value={value} asset="g" decimals={decimalsOf('QMGT')} />
)

/** What is run at a machine, shown to the sign as it is typed. */
export const Command = (props: { label: string; value: string }) => (
  <span className={classes.typed}>
    <CopyText {...props} />
  </span>
)
