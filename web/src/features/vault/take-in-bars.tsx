import '@mantine/core/styles/Input.css'
import { longestList } from '@ingot/endpoints/vault'
import { Button, Textarea } from '@mantine/core'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { CheckedBars } from './checked-bars.tsx'
import { useCheckBars } from './queries.ts'
import { TakeInDialog } from './take-in-dialog.tsx'
import classes from './vault.module.css'

const example = [
  'refiner,brand,serial,year,fineness,grossGrams,vault',
  'Alpine Refinery,Edelweiss,AR-204413,2024,999.9,1000,Main vault',
  'Rhine Metals,,RM-88019,,995.5,12441.39,',
  '',
].join('\r\n')

const tooLong = 'This file is too long for a list of bars: at most 64 kB, and 200 bars.'

/** A list of bars, from a file or pasted: checked first, then asked for. */
export const TakeInBars = () => {
  const file = useRef<HTMLInputElement>(null)
  const [csv, setCsv] = useState('')
  const [problem, setProblem] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const check = useCheckBars()
  // What was checked is forgotten with the first letter that is changed.
  const checked = check.data?.csv === csv ? check.data : undefined

  const write = (text: string) => {
    setProblem('')
    setCsv(text)
    check.reset()
  }
  const read = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > longestList) {
      write('')
      return setProblem(tooLong)
    }
    const text = await chosen.text()
    write(text)
    if (text !== '') check.mutate(text)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void read(event.currentTarget.files?.[0])
    // The same file may be chosen again.
    event.currentTarget.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void read(event.dataTransfer.files[0])
  }
  return (
    <Card as="section" aria-label="Take in bars" className={classes.box}>
      <div className={classes.drop}>
        <Textarea
          label="List of bars"
          description="CSV with the columns refiner, brand, serial, year, fineness, grossGrams and vault, in any order. Paste it, or drop a file here."
          size="md"
          rows={6}
          maxLength={longestList}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={csv}
          onChange={(event) => write(event.currentTarget.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
        />
        <div className={classes.ways}>
          <Button variant="default" onClick={() => file.current?.click()}>
            Choose a file
          </Button>
          <Button variant="default" disabled={csv === ''} loading={check.isPending} onClick={() => check.mutate(csv)}>
            Check the list
          </Button>
          <LinkButton onClick={() => saveFile('bars-example.csv', new Blob([example], { type: 'text/csv' }))}>
            Download an example
          </LinkButton>
        </div>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="Choose a list of bars"
          accept=".csv,text/csv,text/plain"
          onChange={choose}
        />
      </div>
      {problem !== '' && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <FormProblem failure={check.error} />
      {checked && <CheckedBars checked={checked} />}
      {checked && checked.problems.length === 0 && (
        <div>
          <Button onClick={() => setIsAsking(true)}>Ask for approval</Button>
        </div>
      )}
      {isAsking && checked && <TakeInDialog checked={checked} onClose={() => setIsAsking(false)} />}
    </Card>
  )
}
