import type { ManagedFilm } from '@ingot/endpoints/films'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { posterOf } from '../../lib/film-poster.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import { Item, ItemFigure, ItemList, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './film-desk.module.css'
import { FilmDialog } from './film-dialog.tsx'
import { useFilms, useWithdrawFilm } from './queries.ts'

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

const Withdraw = ({ film: { id, title } }: { film: ManagedFilm }) => {
  const [isAsking, setIsAsking] = useState(false)
  const withdraw = useWithdrawFilm(id)
  return (
    <ItemWays>
      <Button variant="default" aria-label={`Withdraw ${title}`} onClick={() => setIsAsking(true)}>
        Withdraw
      </Button>
      {isAsking && (
        <DecisionDialog
          title={`Withdraw: ${title}`}
          button="Withdraw it for good"
          takesProof
          send={({ reason, password, inputCode }) => withdraw.mutateAsync({ reason, password, inputCode })}
          onClose={() => setIsAsking(false)}
        >
          <FormText>Customers can see it no more, and it cannot be shown again.</FormText>
        </DecisionDialog>
      )}
    </ItemWays>
  )
}

const FilmItem = ({ film }: { film: ManagedFilm }) => {
  const mayAct = useHasRole('Support', 'Owner')
  const { title, about, state, bytes, poster, captions, chapters, addedAt, addedBy } = film
  return (
    <Item title={title} aside={<ItemFigure>{state === 'shown' ? 'Shown' : 'Withdrawn'}</ItemFigure>}>
      {state === 'shown' && <img className={classes.poster} src={posterOf(poster)} alt="" width={240} height={150} />}
      <ItemNote>{about}</ItemNote>
      <ItemNote>
        {megabytes(bytes)} · {captions.length} captions · {chapters.length} chapters · added <Moment at={addedAt} />, by{' '}
        {addedBy}
      </ItemNote>
      {mayAct && state === 'shown' && <Withdraw film={film} />}
    </Item>
  )
}

/** Films beside those that the portal comes with. */
export const OperatorVideosPage = () => {
  const query = useFilms()
  const mayAdd = useHasRole('Support', 'Owner')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <PageHeading note="Films of your own, beside those that the portal comes with. Customers see them at once, at Instructional videos.">
        Videos
      </PageHeading>
      {mayAdd && (
        <div className={classes.above}>
          <Button onClick={() => setIsAdding(true)}>Add a video</Button>
        </div>
      )}
      {!query.data && <Unread what="videos" query={query} />}
      {query.data?.length === 0 && (
        <EmptyState title="No videos of your own yet">Customers see those that the portal comes with.</EmptyState>
      )}
      {query.data && query.data.length > 0 && (
        <ItemList>
          {query.data.map((film) => (
            <FilmItem key={film.id} film={film} />
          ))}
        </ItemList>
      )}
      {isAdding && <FilmDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}
