import { useAddressFields } from '../../lib/address-fields.ts'
import { posterOf } from '../../lib/film-poster.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type Film, filesOf, films } from './films.ts'
import { hasPlace } from './kept-place.ts'
import { OwnPlayer, PortalPlayer } from './player.tsx'
import { useOwnFilms } from './queries.ts'
import classes from './videos.module.css'

type Listed = Film & { poster: string }

const Entry = ({ film, isOpen, onOpen }: { film: Listed; isOpen: boolean; onOpen: () => void }) => (
  <li>
    <button type="button" className={classes.entry} aria-current={isOpen || undefined} onClick={onOpen}>
      <img className={classes.poster} src={film.poster} alt="" width={640} height={400} loading="lazy" />
      <span className={classes.words}>
        <span className={classes.title}>{film.title}</span>
        <span className={classes.about}>{film.about}</span>
        {hasPlace(film.name) && !isOpen && <span className={classes.begun}>Continues where you stopped</span>}
      </span>
    </button>
  </li>
)

const ofPortal: readonly Listed[] = films.map((film) => ({ ...film, poster: filesOf(film).poster }))

/** Films of this portal and of whoever runs it, one of them open. */
export const VideosPage = () => {
  const [{ film: name }, setFields] = useAddressFields({ film: '' })
  const own = useOwnFilms().data ?? []
  const all = [
    ...ofPortal,
    ...own.map(({ id, title, about, poster }) => ({ name: id, title, about, poster: posterOf(poster) })),
  ]
  const open = all.find((film) => film.name === name) ?? all[0]
  const ownOpen = own.find(({ id }) => id === open?.name)
  if (!open) return null
  return (
    <>
      <PageHeading note="Short films of this portal. Everything is said in captions, and below each film as text.">
        Instructional videos
      </PageHeading>
      <div className={classes.columns}>
        {ownOpen ? <OwnPlayer key={open.name} film={ownOpen} /> : <PortalPlayer key={open.name} film={open} />}
        <ul className={classes.entries} aria-label="Films">
          {all.map((film) => (
            <Entry key={film.name} film={film} isOpen={film === open} onOpen={() => setFields({ film: film.name })} />
          ))}
        </ul>
      </div>
    </>
  )
}
