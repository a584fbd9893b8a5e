import '@mantine/core/styles/Input.css'
import { Button, TextInput } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { Said } from './said.tsx'
import classes from './share-code.module.css'
import { useCopy } from './use-copy.ts'

const qrSize = 200

/** A text to be given to others: as a QR code, to read and to copy. */
export const ShareCode = ({
  label,
  value,
  sentence,
  copied,
}: {
  label: string
  value: string
  sentence: string
  /** What is said once it was copied. */
  copied: string
}) => {
  const { said, copy } = useCopy({ done: copied })
  return (
    <div className={classes.share}>
      <p className={classes.sentence}>{sentence}</p>
      <div className={classes.paper}>
        <QRCodeSVG value={value} size={qrSize} level="H" title={`QR code: ${label}`} />
      </div>
      <div className={classes.text}>
        <TextInput aria-label={label} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
        <Button variant="default" onClick={() => void copy(value)}>
          Copy
        </Button>
      </div>
      <Said said={said} />
    </div>
  )
}
