import type { Checked } from '@ingot/proof/check'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDecimal } from '../../lib/local-format.ts'
import { useSession } from '../../lib/session.ts'
import { settings } from '../../lib/settings.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { LinkButton } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { Outcome, Own } from './checking.ts'
import { readNoted } from './device.ts'
import classes from './proofs.module.css'
import { saveEvidence, saveProof, useCheckOwn, useDownloadChecker } from './queries.ts'

type Held = Extract<Checked, { ok: true }>

/** Whole units with their decimals, as text. */
const textOf = (units: string, decimals: number): string => {
  const digits = units.padStart(decimals + 1, '0')
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${digits.slice(0, digits.length - decimals)}${rest === '' ? '' : `.${rest}`}`
}

/** What could not be looked at from here, and why. */
const notComparedWords: Partial<Record<Held['notCompared'][number], string>> = {
  anchor:
    settings.publicNode === ''
      ? 'The blockchain was not asked: no public node is set up here. The proof can be checked against any node with the offline checker.'
      : 'The blockchain could not be asked just now. Please check again later.',
  contract:
    'Where the snapshot is published was taken from the proof itself. Please compare the contract with the one that others were told.',
}

/** What the wallet does not show, so that nothing here can be compared with it. */
const notInWallet = 'GDS'

const movedText = (moved: Outcome['moved'], asset: string, decimals: number): ReactNode => {
  const { came = '0', went = '0' } = moved?.find((each) => each.asset === asset) ?? {}
  if (came === '0' && went === '0') return null
  return (
    <>
      ; since then <Amount value={textOf(came, decimals)} asset={asset} /> came and{' '}
      <Amount value={textOf(went, decimals)} asset={asset} /> went
    </>
  )
}

const HeldDetails = ({ held, moved }: { held: Held; moved: Outcome['moved'] }) => (
  <details className={classes.details}>
    <summary>What was checked</summary>
    <ul>
      <li>Your balance is made of parts, and each part lies on a way to the published total.</li>
      <li>The snapshot is signed by us, and made out to your own address.</li>
      <li>
        The list of {formatDecimal(String(held.bars.count)).whole} bars is the one that was published, adds up, and
        weighs at least what the totals of gold do.
      </li>
      {!held.notCompared.includes('anchor') && (
        <li>The blockchain has the same snapshot: this page asked a node, not us.</li>
      )}
    </ul>
    {held.notCompared.map((what) =>
      notComparedWords[what] === undefined ? null : <p key={what}>{notComparedWords[what]}</p>,
    )}
    {moved ? (
      <p>
        Each of these is what your wallet shows now, less what came since the snapshot, plus what went. We tell this
        page both, so please see that what came and went is what you know of.
      </p>
    ) : (
      <p>
        They could not be compared with your wallet just now, so please see that these are what you had at that time:
      </p>
    )}
    <p>
      Group savings (GDS) are not in the wallet: please compare them with the page of your group. GAE Extra is counted
      in GAE, together with what else you have of it.
    </p>
    <FigureRows isAlone>
      {held.of
        .filter(({ units }) => units !== '0')
        .map(({ asset, units, decimals, total }) => (
          <FigureRow
            key={asset}
            name={`Your ${asset}`}
            note={
              <>
                in a total of <Amount value={textOf(total, decimals)} asset={asset} />
                {asset !== notInWallet && movedText(moved, asset, decimals)}
              </>
            }
          >
            <Amount value={textOf(units, decimals)} asset={asset} />
          </FigureRow>
        ))}
    </FigureRows>
  </details>
)

const Found = ({ outcome }: { outcome: Outcome }) => {
  const { checked, moved } = outcome
  if (!checked.ok)
    return (
      <div role="alert" className={classes.found}>
        <p className={classes.line} data-held={false}>
          <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
          {checked.words}
        </p>
        <p>
          {outcome.evidence.proof === null
            ? 'Please write to us, and keep the evidence'
            : 'We have been told. Please keep the evidence'}
          : with it, anybody can see what you saw.
        </p>
        <Button onClick={() => saveEvidence(outcome)}>Save the evidence</Button>
      </div>
    )
  return (
    <div role="status" className={classes.found}>
      <p className={classes.line} data-held={true}>
        <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />
        <span>
          Your balance is in the published total of <Moment at={checked.takenAt} />.
        </span>
      </p>
      <HeldDetails held={checked} moved={moved} />
      <div>
        <Button variant="default" onClick={() => saveProof(outcome)}>
          Save the proof
        </Button>
      </div>
    </div>
  )
}

const lastWords = ({ checked, held, failingSince }: ReturnType<typeof readNoted>): string => {
  if (checked !== undefined && !held)
    return `This device found that snapshot ${checked} does not hold. Please check again, and save the evidence.`
  if (failingSince !== undefined)
    return 'This device could not finish its last check, since we or the blockchain did not answer. Please check again; if it stays so, please write to us.'
  if (checked === undefined) return 'This device has not checked a snapshot yet.'
  return `This device checked snapshot ${checked} automatically, and your balance was in it.`
}

const Check = ({ own }: { own: Own }) => {
  const { data, error, isPending, isSuccess, mutate } = useCheckOwn(own)
  return (
    <>
      {!isSuccess && <p>{lastWords(readNoted(own.id))}</p>}
      {isSuccess && data === null && (
        <p role="status">There is no snapshot with you in it yet. One is taken each day; please come back tomorrow.</p>
      )}
      {data && <Found outcome={data} />}
      <FormProblem failure={error} />
      <div>
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {isSuccess ? 'Check again' : 'Check my balance'}
        </Button>
      </div>
    </>
  )
}

const WithoutUs = () => {
  const download = useDownloadChecker()
  return (
    <>
      <p className={classes.quiet}>
        A proof can be checked without us as well, by anybody: save it, and open it with a page that you keep, which
        needs no portal. <LinkButton onClick={() => download.mutate()}>Download the check</LinkButton>
      </p>
      <FormProblem failure={download.error} />
    </>
  )
}

/** Whoever is signed in checks here, on this device, that the own balance is in what is published. */
export const OwnProof = () => {
  const info = useSession((session) => (session.isAuthenticated ? session.info : null))
  return (
    <section aria-labelledby="own-proof">
      <h2 id="own-proof" className={classes.title}>
        Your own balance
      </h2>
      <Card className={classes.card}>
        {info?.kycVerified === 'Verified' ? (
          <Check own={{ id: info.id, userHash: info.userHash }} />
        ) : (
          <p>
            Each day we publish a fingerprint of everything that we owe. Whoever has gold here checks on the own device
            that it is counted: log in, and this page does it for you.
          </p>
        )}
        <WithoutUs />
      </Card>
    </section>
  )
}
