import { VisuallyHidden } from '@mantine/core'
import { useAddressFields } from '../../lib/address-fields.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './bank.module.css'
import { noFields } from './bank-fields.ts'
import { Files } from './files.tsx'
import { Lines } from './lines.tsx'
import { Payments } from './payments.tsx'
import { useBank } from './queries.ts'
import { Statements } from './statements.tsx'
import { Account, Sums } from './sums.tsx'

const views = [
  { value: 'statements', label: 'Statements', View: Statements },
  { value: 'lines', label: 'Lines', View: Lines },
  { value: 'payments', label: 'Payments', View: Payments },
  { value: 'files', label: 'Files', View: Files },
] as const

/** Our account at the bank: what its statements say, what each line became, and what is paid. */
export const OperatorBankPage = () => {
  const query = useBank()
  const [fields, setFields] = useAddressFields(noFields)
  const { value: shown, label, View } = views.find(({ value }) => value === fields.show) ?? views[0]
  return (
    <>
      <PageHeading note="What a person brings counts once another one has confirmed it at the bank.">Bank</PageHeading>
      {query.data ? (
        <div className={classes.parts}>
          <Account {...query.data} />
          <Sums bank={query.data} />
          <section aria-labelledby="bank-view">
            <VisuallyHidden component="h2" id="bank-view">
              {label}
            </VisuallyHidden>
            <div className={classes.views}>
              <Segments
                label="Show"
                choices={views}
                value={shown}
                // A filter of one list means nothing in another one.
                onChange={(value) => setFields({ ...noFields, show: value === 'statements' ? '' : value })}
              />
            </div>
            <View fields={fields} onChange={setFields} />
          </section>
        </div>
      ) : (
        <Unread what="bank" query={query} />
      )}
    </>
  )
}
