import { useId, useState } from 'react'
import { usualPaper } from '../../lib/paper-wish.ts'
import { Card } from '../../ui/card.tsx'
import { Segments } from '../../ui/segments.tsx'
import classes from './get-document.module.css'
import { BalanceForm, StatementForm, TaxForm } from './get-forms.tsx'

const choices = [
  { value: 'statement', label: 'Statement', about: 'What came, what left and what you had, over any period.' },
  { value: 'balances', label: 'Balances', about: 'What you had at the end of a day, confirmed for authorities.' },
  { value: 'tax', label: 'Tax report', about: 'What you bought and sold in a year, what it had cost, and the gains.' },
] as const

type Choice = (typeof choices)[number]['value']

const forms = { statement: StatementForm, balances: BalanceForm, tax: TaxForm } as const

/** Has a document made for a time that one chooses. */
export const GetDocument = () => {
  const id = useId()
  const [chosen, setChosen] = useState<Choice>('statement')
  // Kept here, so that it stays when another document is chosen.
  const [paper, setPaper] = useState(usualPaper)
  const Fields = forms[chosen]
  return (
    <Card as="section" className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          Get a document
        </h2>
        <Segments label="Document" choices={choices} value={chosen} onChange={setChosen} />
      </div>
      <p className={classes.about}>{choices.find(({ value }) => value === chosen)?.about}</p>
      <Fields paper={paper} onPaper={setPaper} />
    </Card>
  )
}
