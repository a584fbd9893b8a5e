import { type RefObject, useEffect, useRef, useState } from 'react'

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

const detectorKind = () => (globalThis as { BarcodeDetector?: new () => Detector }).BarcodeDetector

/** Not every browser reads codes, nor has every device a camera that a page may use. */
export const canReadCodes = (): boolean => detectorKind() !== undefined && navigator.mediaDevices !== undefined

/** How often the picture is looked at. */
const lookEvery = 250

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

/** Reads codes from the camera's picture until it goes. What stays in sight is read once. */
const look = (video: HTMLVideoElement, onRead: (text: string) => void) => {
  const Kind = detectorKind()
  if (!Kind) return () => undefined
  const detector = new Kind()
  let last = ''
  const timer = setInterval(async () => {
    // A frame that could not be read is followed by another one.
    const seen = await detector.detect(video).catch(() => null)
    if (seen === null) return
    const text = seen[0]?.rawValue ?? ''
    if (text !== '' && text !== last) onRead(text)
    last = text
  }, lookEvery)
  return () => clearInterval(timer)
}

/** The camera, while whatever shows its picture is there. */
export const useCamera = (video: RefObject<HTMLVideoElement | null>, onRead: (text: string) => void): string => {
  const [problem, setProblem] = useState('')
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })
  useEffect(() => {
    let isGone = false
    let end = () => undefined as unknown
    const open = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const element = video.current
      if (isGone || !element) return stop(stream)
      element.srcObject = stream
      const stopLooking = look(element, (text) => read.current(text))
      end = () => {
        stopLooking()
        stop(stream)
      }
    }
    open().catch(() => {
      if (!isGone) setProblem('The camera cannot be used. Allow it in the browser, or type the serial.')
    })
    return () => {
      isGone = true
      end()
    }
  }, [video])
  return problem
}
