import type { GroupDetails } from '@ingot/endpoints/group-fields'
import { formatDay } from '../../lib/local-format.ts'
import { useSession } from '../../lib/session.ts'
import { AskedButton } from '../../ui/asked-button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { ShareCode } from '../../ui/share-code.tsx'
import { codeWords, joinLink } from './group-words.ts'
import classes from './groups.module.css'
import { useRenewCode } from './queries.ts'

type Code = NonNullable<GroupDetails['code']>

const Given = ({ code, until }: Code) => (
  <>
    <div className={classes.code}>
      <CopyText label="code" value={codeWords(code)} />
    </div>
    <p className={classes.quiet}>
      Whoever has it can ask to join until {formatDay(new Date(until))}; an admin still has to say yes.
    </p>
    <details className={classes.details}>
      <summary>Link and QR code</summary>
      <ShareCode
        label="Link to join"
        value={joinLink(code)}
        sentence="Opens the page to join, with the code filled in"
        copied="Link copied."
      />
    </details>
  </>
)

/** By which others ask to join: to be given to those whom one knows. */
export const GroupCode = ({ id, code }: { id: string; code: Code }) => {
  const renew = useRenewCode(id)
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  return (
    <Card as="section" className={classes.card} aria-labelledby="code-title">
      <h2 id="code-title" className={classes.title}>
        Code to join
      </h2>
      {code.isOver ? (
        <p className={classes.quiet}>The code has expired. A new one lets others ask again.</p>
      ) : (
        <Given {...code} />
      )}
      {isVerified && (
        <div className={classes.stack}>
          <AskedButton
            key={code.code}
            button="New code"
            legend="Make a new code?"
            text="The one before stops working at once. Who asked already still waits for an answer."
            yes="Yes, make a new one"
            no="Keep this one"
            act={renew}
          />
        </div>
      )}
    </Card>
  )
}
