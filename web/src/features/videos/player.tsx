import { type Cue, cueAt, fileOfCues, timeWords } from '@ingot/endpoints/cues'
import type { OwnFilm } from '@ingot/endpoints/films'
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { posterOf } from '../../lib/film-poster.ts'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useBlobAddress } from '../../ui/use-blob-address.ts'
import { type Film, filesOf } from './films.ts'
import { forgetPlace, keepPlace, placeIn } from './kept-place.ts'
import { useCues, useFilmFile } from './queries.ts'
import classes from './videos.module.css'

const speeds = ['0.75', '1', '1.25', '1.5'] as const
type Speed = (typeof speeds)[number]
const speedChoices = speeds.map((speed) => ({ value: speed, label: `${speed}×` }))

const skip = 10

type Screen = RefObject<HTMLVideoElement | null>

const toggleCaptions = ({ textTracks }: HTMLVideoElement) => {
  const [track] = textTracks
  if (track) track.mode = track.mode === 'showing' ? 'hidden' : 'showing'
}

/** Beside the player's own keys: space, and the arrows. */
const keys: Readonly<Record<string, (film: HTMLVideoElement) => unknown>> = {
  k: (film) => (film.paused ? film.play() : film.pause()),
  j: (film) => {
    film.currentTime = Math.max(0, film.currentTime - skip)
  },
  l: (film) => {
    film.currentTime = Math.min(film.duration || 0, film.currentTime + skip)
  },
  c: toggleCaptions,
}

const onKey = (event: KeyboardEvent<HTMLVideoElement>) => {
  const act = keys[event.key.toLowerCase()]
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act(event.currentTarget)
}

const goTo = (screen: Screen, at: number) => {
  if (!screen.current) return
  screen.current.currentTime = at
  void screen.current.play()?.catch(() => undefined)
}

const Chapters = ({ chapters, at, screen }: { chapters: readonly Cue[]; at: number; screen: Screen }) => {
  const current = cueAt(chapters, at)
  return (
    <nav aria-label="Chapters">
      <ol className={classes.cues}>
        {chapters.map(({ from, text }, index) => (
          <li key={from}>
            <button
              type="button"
              className={classes.cue}
              aria-current={index === current ? 'step' : undefined}
              onClick={() => goTo(screen, from)}
            >
              <span className={classes.time}>{timeWords(from)}</span> {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** All that is said, to be read without the film. */
const Transcript = ({ captions, screen }: { captions: readonly Cue[]; screen: Screen }) => (
  <details className={classes.transcript}>
    <summary>Transcript</summary>
    <ol className={classes.cues}>
      {captions.map(({ from, text }) => (
        <li key={from}>
          <button type="button" className={classes.cue} onClick={() => goTo(screen, from)}>
            <span className={classes.time}>{timeWords(from)}</span> {text}
          </button>
        </li>
      ))}
    </ol>
  </details>
)

type Sources = { film: string | undefined; captions: string | undefined; chapters: string | undefined; poster: string }

/** A film with its captions, chapters and speed. It goes on where one stopped. */
const Player = ({
  film,
  sources,
  captions,
  chapters,
}: {
  film: Film
  sources: Sources
  captions: readonly Cue[]
  chapters: readonly Cue[]
}) => {
  const screen = useRef<HTMLVideoElement>(null)
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState<Speed>('1')
  const changeSpeed = (chosen: Speed) => {
    setSpeed(chosen)
    if (screen.current) screen.current.playbackRate = Number(chosen)
  }
  return (
    <Card as="section" className={classes.player} aria-label={film.title}>
      <video
        ref={screen}
        className={classes.screen}
        src={sources.film}
        poster={sources.poster}
        aria-label={film.title}
        controls
        playsInline
        preload="metadata"
        onKeyDown={onKey}
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.currentTime = placeIn(film.name, currentTarget.duration)
        }}
        onTimeUpdate={({ currentTarget: { currentTime, paused } }) => {
          setAt(currentTime)
          if (!paused) keepPlace(film.name, currentTime)
        }}
        onEnded={() => forgetPlace(film.name)}
      >
        <track kind="captions" src={sources.captions} srcLang="en" label="English" default />
        <track kind="chapters" src={sources.chapters} srcLang="en" label="Chapters" />
      </video>
      <div className={classes.head}>
        <h2 className={classes.title}>{film.title}</h2>
        <Segments label="Speed" choices={speedChoices} value={speed} onChange={changeSpeed} />
      </div>
      <p className={classes.about}>
        {film.about} With the film in focus: <kbd>space</kbd> or <kbd>K</kbd> plays and pauses, <kbd>J</kbd> and{' '}
        <kbd>L</kbd> skip {skip} seconds, <kbd>C</kbd> turns captions on and off.
      </p>
      {chapters.length > 0 && <Chapters chapters={chapters} at={at} screen={screen} />}
      <Transcript captions={captions} screen={screen} />
    </Card>
  )
}

/** One that the portal comes with. */
export const PortalPlayer = ({ film }: { film: Film }) => {
  const files = filesOf(film)
  const [captions, chapters] = [useCues(files.captions).data ?? [], useCues(files.chapters).data ?? []]
  return <Player film={film} sources={files} captions={captions} chapters={chapters} />
}

const useCueFile = (cues: readonly Cue[]) =>
  useBlobAddress(useMemo(() => new Blob([fileOfCues(cues)], { type: 'text/vtt' }), [cues]))

/** One that operators have added. It is asked for as its customer, as a whole, and plays once it is here. */
export const OwnPlayer = ({ film }: { film: OwnFilm }) => {
  const { id, title, about, poster, captions, chapters } = film
  const query = useFilmFile(film)
  const sources = {
    ...{ film: useBlobAddress(query.data), poster: posterOf(poster) },
    ...{ captions: useCueFile(captions), chapters: useCueFile(chapters) },
  }
  return (
    <>
      {query.isError && <FailureNote message="This video could not be loaded. Please try again shortly." />}
      <Player film={{ name: id, title, about }} sources={sources} captions={captions} chapters={chapters} />
    </>
  )
}
