import type { ReactNode } from 'react'
import { settings } from '../lib/settings.ts'
import { Card } from './card.tsx'
import classes from './paper-card.module.css'
import { WordMark } from './word-mark.tsx'

/** What is kept and printed: whose it is, what it says, and below it what can be done with it. */
export const PaperCard = ({
  state,
  actions,
  children,
}: {
  /** How it stands, in a word. */
  state: string
  actions: ReactNode
  children: ReactNode
}) => (
  <>
    <Card as="article" className={classes.paper}>
      <p className={classes.brand}>
        <WordMark name={settings.brand.name} />
        <span>{state}</span>
      </p>
      {children}
      {settings.brand.legalLine !== '' && <p className={classes.legal}>{settings.brand.legalLine}</p>}
    </Card>
    <div className={classes.actions}>{actions}</div>
  </>
)
