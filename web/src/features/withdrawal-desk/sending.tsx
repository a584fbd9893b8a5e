import '@mantine/core/styles/Input.css'
import { type DeskWithdrawalDetails, sendWithdrawal } from '@ingot/endpoints/withdrawal-desk'
import { Button, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form, FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useReady, useSend } from './queries.ts'
import { ScanBars } from './scan-bars.tsx'
import { useScanning } from './scanning.ts'
import classes from './withdrawal-desk.module.css'

const schema = z.object({ tracking: sendWithdrawal.body.shape.tracking })

const TrackingForm = ({ id, serials }: { id: string; serials?: string[] }) => {
  const send = useSend(id)
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema,
    initialValues: { tracking: '' },
    fieldOf: { TrackingKnown: 'tracking' },
  })
  return (
    <Form
      onSubmit={onSubmit(({ tracking }) =>
        send.mutateAsync({ tracking: tracking.trim(), ...(serials && { serials }) }),
      )}
    >
      <TextInput
        label="Tracking number"
        description="As the carrier gave it. The customer sees it, and a new release code with it."
        size="md"
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('tracking')}
      />
      <FormProblem failure={problem} />
      <div>
        <Button type="submit" loading={isSending}>
          The carrier has it
        </Button>
      </div>
    </Form>
  )
}

/** Notes under which number the carrier has it. */
export const Sending = ({ withdrawal: { id } }: { withdrawal: DeskWithdrawalDetails }) => (
  <div className={classes.narrow}>
    <TrackingForm id={id} />
  </div>
)

/** What came back is looked at again, bar by bar, before it is sent once more. */
export const SendingAgain = ({ withdrawal: { id, bars } }: { withdrawal: DeskWithdrawalDetails }) => {
  const scanning = useScanning(bars)
  return (
    <section className={classes.part} aria-labelledby="send-again">
      <h3 id="send-again" className={classes.subtitle}>
        Send it again
      </h3>
      <FormText isQuiet>Scan the bars first: what is sent again must be what came back.</FormText>
      <ScanBars bars={bars} scanning={scanning} />
      {scanning.isWhole && (
        <div className={classes.narrow}>
          <TrackingForm id={id} serials={scanning.serials} />
        </div>
      )}
    </section>
  )
}

/** Notes that it lies at the counter. */
export const MakingReady = ({ withdrawal: { id } }: { withdrawal: DeskWithdrawalDetails }) => {
  const ready = useReady(id)
  return (
    <div>
      <Button loading={ready.isPending} onClick={() => ready.mutate(undefined)}>
        It lies at the counter
      </Button>
      <FormProblem failure={ready.error} />
    </div>
  )
}
