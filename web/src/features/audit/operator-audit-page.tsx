import type { AuditLine } from '@ingot/endpoints/audit'
import { Button } from '@mantine/core'
import { useAddressFields } from '../../lib/address-fields.ts'
import { FactList } from '../../ui/facts.tsx'
import { TextLink } from '../../ui/form.tsx'
import { TimeOfDay } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './audit.module.css'
import { AuditFilterBar, filterOf, noFilter } from './audit-filter.tsx'
import { useAudit } from './queries.ts'

const Line = ({ line }: { line: AuditLine }) => {
  const { number, at, operator, title, customer, thing, reason, facts, alone } = line
  return (
    <li className={classes.line}>
      <div className={classes.head}>
        <span className={classes.title}>{title}</span>
        <span>{operator ?? 'At the machine'}</span>
      </div>
      <p className={classes.quiet}>
        <TimeOfDay at={at} /> · no. {number}
        {alone && ' · by one person, where it usually takes two'}
        {customer && (
          <>
            {' · '}
            <TextLink to={`/operator/customers/${customer.id}`}>{customer.username}</TextLink>
          </>
        )}
        {thing !== null && thing !== customer?.id && ` · ${thing}`}
      </p>
      {reason !== null && <p className={classes.said}>“{reason}”</p>}
      {facts.length > 0 && (
        <details className={classes.facts}>
          <summary>Details</summary>
          <FactList facts={facts} />
        </details>
      )}
    </li>
  )
}

/** Who did what, newest first. */
export const OperatorAuditPage = () => {
  const [form, setForm] = useAddressFields(noFilter)
  const filter = filterOf(form)
  const query = useAudit(filter)
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  const showAll = (
    <Button variant="default" onClick={() => setForm(noFilter)}>
      Show all
    </Button>
  )
  return (
    <>
      <PageHeading note="What operators did. Nobody can change a line of it.">Audit log</PageHeading>
      {query.error?.name === 'Forbidden' ? (
        <Unread what="audit log" query={query} />
      ) : (
        <>
          <AuditFilterBar
            form={form}
            seen={new Map(query.data?.map(({ action, title }) => [action, title]))}
            onChange={setForm}
          />
          <PagedList
            what="audit log"
            query={query}
            dayOf={({ at }) => at}
            dayHeading="h2"
            empty={
              isNarrowed ? (
                <EmptyState title="Nothing matches" action={showAll}>
                  No operator did anything like this in this period.
                </EmptyState>
              ) : (
                <EmptyState title="Nothing yet">What operators do is listed here.</EmptyState>
              )
            }
          >
            {(line) => <Line key={line.number} line={line} />}
          </PagedList>
        </>
      )}
    </>
  )
}
