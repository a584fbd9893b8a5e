import { consultantLine, type OwnProfile } from '@ingot/endpoints/consultant-fields'
import { AskedButton } from '../../ui/asked-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Columns } from '../../ui/columns.tsx'
import { FormText, Notice, TextLink } from '../../ui/form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { standingWords } from './consultant-words.ts'
import classes from './consultants.module.css'
import { ProfileDecisions } from './profile-decisions.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useOwnProfile, useWithdrawProfile } from './queries.ts'

const Withdraw = () => (
  <AskedButton
    button="Take the profile off"
    legend="Take your profile off?"
    text="Nobody sees it any more. What you wrote stays here as a draft."
    yes="Yes, take it off"
    act={useWithdrawProfile()}
  />
)

const StandingCard = ({ profile }: { profile: OwnProfile }) => {
  const [title, text] = standingWords(profile)
  const { id, isShown, approved, next, state } = profile
  const mayWithdraw = state !== 'Suspended' && (approved !== null || next?.state === 'In review')
  return (
    <Card as="section" className={classes.card} aria-labelledby="profile-standing">
      <h3 id="profile-standing" className={classes.title}>
        {title}
      </h3>
      <FormText>{text}</FormText>
      {isShown && id !== null && (
        <FormText>
          <TextLink to={`/profile/${id}`} target="_blank" rel="noreferrer">
            See it as others do
          </TextLink>
        </FormText>
      )}
      <FormText>
        <TextLink to="/Consultant-Messages">Your messages</TextLink>
      </FormText>
      {mayWithdraw && (
        <div className={classes.ways}>
          <Withdraw />
        </div>
      )}
      <p className={classes.line}>{consultantLine}</p>
    </Card>
  )
}

const Shown = ({ profile }: { profile: OwnProfile }) => {
  const { hasRank, state, next, decisions } = profile
  const mayEdit = hasRank && state !== 'Suspended'
  return (
    <Columns>
      <div className={classes.parts}>
        {next?.sentBackFor && <Notice title="We could not approve it as it is">{next.sentBackFor}</Notice>}
        {decisions.length > 0 && <ProfileDecisions decisions={decisions} />}
        {mayEdit && <ProfileForm profile={profile} />}
        {!hasRank && (
          <EmptyState title="A profile is for customers who have a rank">
            It begins with the first person you bring who is verified.
          </EmptyState>
        )}
      </div>
      <div className={classes.standing}>
        <StandingCard profile={profile} />
      </div>
    </Columns>
  )
}

/** The customer's own profile as a consultant, among the other parts of an account. */
export const ConsultantSection = () => {
  const query = useOwnProfile()
  return query.data ? <Shown profile={query.data} /> : <Unread what="profile" query={query} />
}
