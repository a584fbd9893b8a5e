import type { Instructions } from '@ingot/endpoints/bank-fields'
import { QRCodeSVG } from 'qrcode.react'
import { exactOf } from '../../lib/local-format.ts'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import classes from './remittances.module.css'

const qrSize = 176

type Line = { name: string; value: string; note?: string }

/** What a bank's form asks for, in its order. */
const linesOf = ({ holder, iban, number, bic, bank, address, currency, amount, reference }: Instructions): Line[] => [
  { name: 'Recipient', value: holder },
  ...(iban === null ? [] : [{ name: 'IBAN', value: iban }]),
  ...(number === null ? [] : [{ name: 'Account number', value: number }]),
  { name: 'BIC', value: bic },
  { name: 'Bank', value: bank },
  { name: 'Address', value: address },
  { name: 'Currency', value: currency },
  { name: 'Amount', value: exactOf(amount, 2) },
  { name: 'Reference', value: reference, note: 'Exactly as it stands here: by it we know the money is yours.' },
]

/** What to write on the transfer, line by line, and the same as a code for the bank's app. */
export const InstructionsCard = ({ instructions }: { instructions: Instructions }) => (
  <Card as="section" className={classes.card} aria-labelledby="instructions-title">
    <h2 id="instructions-title" className={classes.title}>
      What to write on the transfer
    </h2>
    <FigureRows isAlone>
      {linesOf(instructions).map(({ name, value, note }) => (
        <FigureRow key={name} name={name} note={note}>
          <CopyText label={name.toLowerCase()} value={value} />
        </FigureRow>
      ))}
    </FigureRows>
    <div className={classes.code}>
      <div className={classes.paper}>
        <QRCodeSVG value={instructions.qr} size={qrSize} level="M" title="QR code: the same for your bank’s app" />
      </div>
      <p className={classes.quiet}>
        Some banks’ apps read this code. Compare what they fill in with the lines above before you send.
      </p>
    </div>
    <p className={classes.quiet}>
      Send US dollars from your own account, in your own name. What arrives counts: if your bank takes its cost out of
      it, less is booked.
    </p>
  </Card>
)
