import { type DeskWithdrawalDetails, withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAskedAbout } from '../../lib/asking.ts'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { Amount } from '../../ui/amount.tsx'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import { TakeBackDialog } from './take-back-dialog.tsx'
import classes from './withdrawal-desk.module.css'
import { barWords } from './withdrawal-words.ts'

type Shown = { withdrawal: DeskWithdrawalDetails; onClose: () => void }

const Grams = ({ value }: { value: string }) => <Amount value={value} asset="g" decimals={decimalsOf('XAU')} />

const ReplaceDialog = ({ withdrawal: { id, number, bars, grams }, onClose }: Shown) => (
  <AskApprovalDialog
    title={`Replace withdrawal ${number}`}
    action="replace-withdrawal"
    thing={withdrawalThing(id)}
    onClose={onClose}
  >
    <FormText>
      {barWords(bars.length)} of the same sizes are kept for the customer, with <Grams value={grams} /> from the
      treasury, without a fee. It is then packed like any other.
    </FormText>
  </AskApprovalDialog>
)

const CreditDialog = ({ withdrawal: { id, number, grams, fees, feeAsset }, onClose }: Shown) => (
  <AskApprovalDialog
    title={`Credit withdrawal ${number}`}
    action="credit-withdrawal"
    thing={withdrawalThing(id)}
    onClose={onClose}
  >
    <FormText>
      The customer gets <Amount value={grams} asset="QMGT" /> from the treasury, and the fees of{' '}
      <Amount value={fees.total} asset={feeAsset} /> back.
    </FormText>
  </AskApprovalDialog>
)

/** What takes two is not offered while it waits for the other one. */
const useMayAsk = ({ id }: DeskWithdrawalDetails): boolean => useAskedAbout(withdrawalThing(id)).data?.length === 0

/** What was lost is made good in grams, by two. */
export const MakingGood = ({ withdrawal }: { withdrawal: DeskWithdrawalDetails }) => {
  const [shown, setShown] = useState<'replace' | 'credit' | null>(null)
  const mayAsk = useMayAsk(withdrawal)
  const close = () => setShown(null)
  return (
    <div className={classes.ways}>
      {mayAsk && (
        <>
          <Button variant="default" onClick={() => setShown('replace')}>
            Replace it
          </Button>
          <Button variant="default" onClick={() => setShown('credit')}>
            Credit the grams
          </Button>
        </>
      )}
      {shown === 'replace' && <ReplaceDialog withdrawal={withdrawal} onClose={close} />}
      {shown === 'credit' && <CreditDialog withdrawal={withdrawal} onClose={close} />}
    </div>
  )
}

/** What came back is taken in again after an assay, by two. */
export const TakingBack = ({ withdrawal }: { withdrawal: DeskWithdrawalDetails }) => {
  const [isAsking, setIsAsking] = useState(false)
  const mayAsk = useMayAsk(withdrawal)
  return (
    <section className={classes.part} aria-labelledby="take-back">
      <h3 id="take-back" className={classes.subtitle}>
        Take it back
      </h3>
      <FormText isQuiet>
        After an assay of each bar. The bars are in the register again, and the customer has the grams again in QMGT.
        The fees stay.
      </FormText>
      {mayAsk && (
        <div>
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Take it back after an assay
          </Button>
        </div>
      )}
      {isAsking && <TakeBackDialog withdrawal={withdrawal} onClose={() => setIsAsking(false)} />}
    </section>
  )
}
