import '@mantine/core/styles/Input.css'
import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { FormText } from '../../ui/form.tsx'
import type { Scanned, Scanning } from './scanning.ts'
import { canReadCodes, useCamera } from './use-camera.ts'
import classes from './withdrawal-desk.module.css'
import { type Bar, barName } from './withdrawal-words.ts'

/** How the last scan went: by a mark and in words, and announced. */
const Last = ({ last }: { last: (Scanned & { count: number }) | null }) => {
  const Mark = last?.isRight ? IconCheck : IconX
  return (
    <p role="status" className={classes.scanned} data-right={last?.isRight}>
      {last && (
        // The same words twice are another scan, which is announced again.
        <span key={last.count}>
          <Mark size={20} aria-hidden="true" />
          {last.text}
        </span>
      )}
    </p>
  )
}

const Camera = ({ onRead }: { onRead: (text: string) => void }) => {
  const video = useRef<HTMLVideoElement>(null)
  const problem = useCamera(video, onRead)
  return problem === '' ? (
    <video ref={video} className={classes.camera} autoPlay playsInline muted aria-label="What the camera sees" />
  ) : (
    <p role="alert" className={classes.problem}>
      {problem}
    </p>
  )
}

const Expected = ({ bars, ticked }: { bars: readonly Bar[]; ticked: readonly string[] }) => (
  <ul className={classes.expected} aria-label="Bars to be scanned">
    {bars.map((bar) => {
      const isTicked = ticked.includes(bar.id)
      return (
        <li key={bar.id} data-ticked={isTicked}>
          {isTicked ? <IconCheck size={20} aria-hidden="true" /> : <span className={classes.open} aria-hidden="true" />}
          <span className={classes.bar}>
            {barName(bar)}, {bar.size} g
          </span>
          <span className={classes.quiet}>{isTicked ? 'Scanned' : 'Not yet'}</span>
        </li>
      )
    })}
  </ul>
)

/** One serial after the other: a scanner types it and presses Enter, so do fingers, and a camera where the browser reads codes. */
export const ScanBars = ({ bars, scanning }: { bars: readonly Bar[]; scanning: Scanning }) => {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isLooking, setIsLooking] = useState(false)
  const { ticked, last, onScan } = scanning
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onScan(typed)
    setTyped('')
    // The next one is typed at once.
    field.current?.focus()
  }
  return (
    <div className={classes.part}>
      <Expected bars={bars} ticked={ticked} />
      <form noValidate className={classes.scan} onSubmit={submit}>
        <TextInput
          ref={field}
          label="Serial of a bar"
          description="Scan it, or type it and press Enter."
          size="md"
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" size="md">
          Check
        </Button>
        {canReadCodes() && (
          <Button variant="default" size="md" aria-expanded={isLooking} onClick={() => setIsLooking(!isLooking)}>
            {isLooking ? 'Close the camera' : 'Use the camera'}
          </Button>
        )}
      </form>
      {isLooking && <Camera onRead={onScan} />}
      <Last last={last} />
      {ticked.length > 0 && (
        <FormText isQuiet>
          {ticked.length} of {bars.length} scanned.
        </FormText>
      )}
    </div>
  )
}
