import type { Approval } from '@ingot/endpoints/approvals'
import { useAskedAbout } from '../lib/asking.ts'
import { Notice, TextLink } from './form.tsx'
import { Moment } from './moment.tsx'

/** What was asked for and waits for another operator. */
export const Asked = ({ approvals }: { approvals: readonly Approval[] }) =>
  approvals.map(({ id, title, asker, askedAt }) => (
    <Notice key={id} title={`${title}: waiting for approval`}>
      Asked for by {asker}, <Moment at={askedAt} />. <TextLink to="/operator/approvals">See the approvals</TextLink>
    </Notice>
  ))

/** The same on the record that it concerns. */
export const AskedAbout = ({ thing }: { thing: string }) => {
  const { data = [] } = useAskedAbout(thing)
  return <Asked approvals={data} />
}
