import { type Network, readNetworkMember } from '@ingot/endpoints/affiliates'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useAddressFields } from '../../lib/address-fields.ts'
import { useSession } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { Columns } from '../../ui/columns.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Segments } from '../../ui/segments.tsx'
import { ShareCode } from '../../ui/share-code.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { MemberView } from './member-view.tsx'
import { LevelFigures, RankCard } from './network-figures.tsx'
import { NetworkList } from './network-list.tsx'
import { Branch } from './network-tree.tsx'
import { useNetwork } from './queries.ts'
import classes from './workstation.module.css'

const views = [
  { value: 'tree', label: 'Tree' },
  { value: 'list', label: 'List' },
] as const

const Below = ({ network }: { network: Network }) => {
  const [fields, setFields] = useAddressFields({ view: '', level: '', search: '' })
  const isList = fields.view === 'list'
  if (network.levels.every(({ members }) => members === 0))
    return <EmptyState title="Nobody yet">Whoever registers with your link stands here.</EmptyState>
  return (
    <>
      <Segments
        label="Shown as"
        choices={views}
        value={isList ? 'list' : 'tree'}
        onChange={(view) => setFields({ view: view === 'list' ? view : '', level: '', search: '' })}
      />
      {isList ? (
        <NetworkList fields={fields} onFields={(changed) => setFields({ ...fields, ...changed })} />
      ) : (
        <Card className={classes.tree}>
          <Branch label="Brought by you" />
        </Card>
      )}
    </>
  )
}

const Invite = () => {
  const refCode = useSession(({ info }) => info?.refCode)
  if (!refCode) return null
  return (
    <Card as="section" className={classes.card} aria-labelledby="invite-title">
      <h2 id="invite-title" className={classes.title}>
        Invite others
      </h2>
      <ShareCode
        label="Referral link"
        value={`${window.location.origin}/register?ref=${refCode}`}
        sentence="Whoever registers with your link is on your first level."
        copied="Referral link copied to clipboard!"
      />
    </Card>
  )
}

const Whole = ({ invitations }: { invitations: ReactNode }) => {
  const query = useNetwork()
  const { data: network } = query
  return (
    <>
      <PageHeading note="Those whom you brought, and those whom they brought. By first name and initial, unless they agreed to more.">
        Workstation
      </PageHeading>
      {network ? (
        <Columns>
          <div className={classes.parts}>
            <LevelFigures network={network} />
            <section className={classes.section} aria-labelledby="network-title">
              <h2 id="network-title" className={classes.title}>
                Your network
              </h2>
              <Below network={network} />
            </section>
          </div>
          <div className={classes.parts}>
            <RankCard network={network} />
            <Invite />
            {invitations}
          </div>
        </Columns>
      ) : (
        <Unread what="network" query={query} />
      )}
    </>
  )
}

/** The network below the customer, or one member of it. */
export const Workstation = ({ invitations }: { invitations?: ReactNode }) => {
  const { userId } = useParams()
  if (userId === undefined) return <Whole invitations={invitations} />
  return readNetworkMember.params.safeParse({ id: userId }).success ? (
    <MemberView key={userId} id={userId} />
  ) : (
    <NotFound />
  )
}
