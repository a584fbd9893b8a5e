import { useAddressFields } from '../../lib/address-fields.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ApprovalItem } from './approval-item.tsx'
import classes from './approvals.module.css'
import { type Show, useApprovals } from './queries.ts'

const choices: readonly { value: Show; label: string; none: string }[] = [
  { value: 'for-me', label: 'For me', none: 'Nobody is waiting for you.' },
  { value: 'mine', label: 'Mine', none: 'What you ask another operator for is listed here.' },
  { value: 'open', label: 'Open', none: 'Nobody is waiting for an approval.' },
  { value: 'all', label: 'All', none: 'What takes two operators is listed here.' },
]

/** What operators ask each other for. */
export const OperatorApprovalsPage = () => {
  const [{ show }, setShow] = useAddressFields({ show: '' })
  const chosen = choices.find(({ value }) => value === show) ?? choices[0]
  const query = useApprovals(chosen?.value ?? 'for-me')
  return (
    <>
      <PageHeading note="What takes two is asked for by one operator and decided by another.">Approvals</PageHeading>
      <div className={classes.bar}>
        <Segments
          label="Show"
          choices={choices}
          value={chosen?.value}
          onChange={(value) => setShow({ show: value === 'for-me' ? '' : value })}
        />
      </div>
      <PagedList
        what="approvals"
        label="Approvals"
        query={query}
        empty={<EmptyState title="No approvals">{chosen?.none}</EmptyState>}
      >
        {(approval) => <ApprovalItem key={approval.id} approval={approval} />}
      </PagedList>
    </>
  )
}
