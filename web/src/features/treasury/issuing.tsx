import { operatorStop } from '@ingot/endpoints/treasury'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useHasRole } from '../../lib/use-operator.ts'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { Treasury } from './queries.ts'
import { Section } from './section.tsx'
import classes from './treasury.module.css'
import { AllowDialog, StopDialog } from './treasury-dialogs.tsx'

type Stop = Treasury['stops'][number]

const stopWords: Record<Stop['by'], { who: string; end: string }> = {
  operator: { who: 'Stopped by an operator', end: 'It takes two operators to allow it again.' },
  reconciliation: {
    who: 'Stopped by the reconciliation',
    end: 'It ends automatically when ledger and chain agree again.',
  },
  reserves: {
    who: 'Stopped by the reserves',
    end: 'It ends automatically when the reserves cover everything again.',
  },
}

/** Whether anything is issued, and who stopped it. */
export const Issuing = ({ stops }: Pick<Treasury, 'stops'>) => {
  const mayAct = useHasRole('Owner', 'Finance', 'Vault')
  const [way, setWay] = useState<'stop' | 'allow' | null>(null)
  const isStoppedByUs = stops.some(({ by }) => by === 'operator')
  const close = () => setWay(null)
  return (
    <Section title="Issuing" note={stops.length === 0 && 'Nothing has stopped it.'}>
      {stops.map(({ by, reason, since }) => (
        <Card key={by} className={classes.stop}>
          <p className={classes.stopped}>{stopWords[by].who}</p>
          <p>“{reason}”</p>
          <p className={classes.quiet}>
            Since <Moment at={since} />. {stopWords[by].end}
          </p>
        </Card>
      ))}
      <AskedAbout thing={operatorStop} />
      {mayAct && (
        <div className={classes.ways}>
          {isStoppedByUs ? (
            <Button variant="default" onClick={() => setWay('allow')}>
              Allow issuing
            </Button>
          ) : (
            <Button variant="default" onClick={() => setWay('stop')}>
              Stop issuing
            </Button>
          )}
        </div>
      )}
      {way === 'stop' && <StopDialog onClose={close} />}
      {way === 'allow' && <AllowDialog onClose={close} />}
    </Section>
  )
}
