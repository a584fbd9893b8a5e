import { makeGaeStatement } from '@ingot/endpoints/statements'
import { useState } from 'react'
import { usualPaper } from '../../lib/paper-wish.ts'
import { Card } from '../../ui/card.tsx'
import { PeriodForm } from '../../ui/document-form.tsx'
import { DocumentRow } from '../../ui/document-row.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './account-statement.module.css'
import { useGaeStatements, useMakeGaeStatement } from './statement-queries.ts'

/** What was saved in GAE and GAE Extra over any time, as a document; those that were asked for before are below. */
export const AccountStatementPage = () => {
  const [paper, setPaper] = useState(usualPaper)
  const { mutateAsync } = useMakeGaeStatement()
  return (
    <>
      <PageHeading note="What you held of GAE and GAE Extra, and what you booked and ended, over any period. As PDF and CSV.">
        GAE account statement
      </PageHeading>
      <Card as="section" className={classes.card} aria-label="Get a statement">
        <PeriodForm paper={paper} onPaper={setPaper} schema={makeGaeStatement.body} make={mutateAsync} />
      </Card>
      <h2 className={classes.heading}>Your GAE statements</h2>
      <PagedList
        what="statements"
        query={useGaeStatements()}
        dayOf={({ issuedAt }) => issuedAt}
        empty={<EmptyState title="No statements yet">What you get above is kept here.</EmptyState>}
      >
        {(document) => <DocumentRow key={document.id} document={document} />}
      </PagedList>
    </>
  )
}
