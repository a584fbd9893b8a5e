import '@mantine/core/styles/Input.css'
import { Button } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { closest, cropAtFirst, moved, squareOf } from './crop.ts'
import { FormActions } from './form-actions.tsx'
import classes from './picture-crop.module.css'

/** Pixels of the picture that is sent; the server keeps no more. */
const sentSide = 512
const quality = 0.9
const keyStep = 0.05

const keyMoves: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
}

/** Moves by finger, mouse or arrow keys, told in shares of the shown square. */
const CropView = ({
  onMove,
  ref,
}: {
  onMove: (share: { x: number; y: number }) => void
  ref: Ref<HTMLCanvasElement>
}) => {
  const last = useRef<{ x: number; y: number } | null>(null)

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = { x: event.clientX, y: event.clientY }
  }
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!last.current) return
    const side = event.currentTarget.clientWidth || 1
    onMove({ x: (event.clientX - last.current.x) / side, y: (event.clientY - last.current.y) / side })
    last.current = { x: event.clientX, y: event.clientY }
  }
  const onPointerEnd = () => {
    last.current = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = keyMoves[event.key]
    if (!move) return
    event.preventDefault()
    onMove(move)
  }

  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the arrow keys are for the picture, not for reading.
    <canvas
      ref={ref}
      className={classes.crop}
      width={sentSide}
      height={sentSide}
      role="application"
      aria-label="Your picture. Drag it, or move it with the arrow keys."
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={onKeyDown}
    />
  )
}

/** What is seen here is what is sent: the same canvas is drawn, and read when it is saved. */
export const PictureCrop = ({
  picture,
  isSaving,
  onSave,
  onCancel,
}: {
  picture: ImageBitmap
  isSaving: boolean
  onSave: (square: Blob) => void
  onCancel: () => void
}) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState(() => cropAtFirst(picture))
  const id = useId()

  useEffect(() => canvas.current?.focus(), [])

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { x, y, side } = squareOf(picture, crop)
    // A picture with holes gets a white ground, since what is sent has none.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, sentSide, sentSide)
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, x, y, side, side, 0, 0, sentSide, sentSide)
  }, [picture, crop])

  const save = () => canvas.current?.toBlob((square) => square && onSave(square), 'image/jpeg', quality)

  return (
    <div className={classes.cropper}>
      <CropView ref={canvas} onMove={(share) => setCrop((before) => moved(picture, before, share))} />
      <div className={classes.zoom}>
        <label htmlFor={`${id}-zoom`}>Zoom</label>
        <input
          id={`${id}-zoom`}
          type="range"
          min={1}
          max={closest}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => setCrop({ ...crop, zoom: Number(event.currentTarget.value) })}
        />
      </div>
      <FormActions onCancel={onCancel}>
        <Button loading={isSaving} onClick={save}>
          Save picture
        </Button>
      </FormActions>
    </div>
  )
}
