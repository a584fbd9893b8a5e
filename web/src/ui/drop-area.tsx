import { Button } from '@mantine/core'
import { type ChangeEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import classes from './drop-area.module.css'

type DropAreaProps = {
  /** What the button says. */
  button: string
  /** What the browser's own choice of files is called, for whoever does not see it. */
  label: string
  /** What can be put here, or what was. */
  note: ReactNode
  /** As the browser's own choice of files wants it. */
  accept: string
  /** More than one may be chosen at once. */
  isMany?: boolean
  /** A phone opens its camera for it. */
  isPhoto?: boolean
  /** Where a form says what is wrong; empty for nothing. */
  error?: ReactNode
  /** By what a form finds the field again, to give it focus. */
  marks?: object
  onFiles: (files: FileList) => void
}

/** Where files are put: chosen by a button, or dropped. */
export const DropArea = ({
  button,
  label,
  note,
  accept,
  isMany = false,
  isPhoto = false,
  error,
  marks,
  onFiles,
}: DropAreaProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const hasError = error !== undefined
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    if (event.currentTarget.files) onFiles(event.currentTarget.files)
    // The same file may be chosen again.
    event.currentTarget.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFiles(event.dataTransfer.files)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button is there for everybody
    <div
      className={classes.drop}
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Button
        variant="default"
        aria-describedby={hasError ? `${id}-note ${id}-error` : `${id}-note`}
        {...marks}
        onClick={() => input.current?.click()}
      >
        {button}
      </Button>
      <p id={`${id}-note`} className={classes.note}>
        {note}
      </p>
      {hasError && (
        <p id={`${id}-error`} role="alert" className={classes.problem}>
          {error}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMany}
        aria-label={label}
        accept={accept}
        {...(isPhoto && { capture: 'environment' })}
        onChange={choose}
      />
    </div>
  )
}
