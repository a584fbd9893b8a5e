import { useComputedColorScheme } from '@mantine/core'
import {
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  type SeriesMarker,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import classes from './price-line.module.css'
import type { Side } from './queries.ts'

export type ChartTrade = { at: string; side: Side }

/** What the pointer is on. */
export type Pointed = { at: string; price: string }

type Candle = { at: string; close: string }

const locales = [...navigator.languages]
const numbers = new Intl.NumberFormat(locales, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const shown = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locales, { ...options, timeZone: 'UTC' })
  return (time: Time) => format.format(new Date(Number(time) * 1_000))
}

const ticks: Record<TickMarkType, (time: Time) => string> = {
  [TickMarkType.Year]: shown({ year: 'numeric' }),
  [TickMarkType.Month]: shown({ month: 'short' }),
  [TickMarkType.DayOfMonth]: shown({ day: 'numeric', month: 'short' }),
  [TickMarkType.Time]: shown({ hour: 'numeric', minute: '2-digit' }),
  [TickMarkType.TimeWithSeconds]: shown({ hour: 'numeric', minute: '2-digit' }),
}

/** The library knows only UTC, so that times are moved by the reader's own offset; one for all, to keep their order. */
const placesOf = (candles: readonly Candle[]) => {
  const offset = new Date(candles.at(-1)?.at ?? 0).getTimezoneOffset() * 60
  return (at: string) => (Date.parse(at) / 1_000 - offset) as UTCTimestamp
}

const coloursOf = (element: HTMLElement) => {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    gold: read('--ingot-gold-text'),
    hairline: read('--ingot-line'),
    quiet: read('--mantine-color-dimmed'),
    text: read('--mantine-color-text'),
    font: style.fontFamily,
  }
}

const optionsOf = ({ gold, hairline, quiet, font }: ReturnType<typeof coloursOf>) => ({
  chart: {
    layout: {
      background: { color: 'transparent' },
      textColor: quiet,
      fontFamily: font,
      fontSize: 12,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: hairline } },
    crosshair: {
      vertLine: { color: quiet, labelVisible: false },
      horzLine: { visible: false, labelVisible: false },
    },
  },
  line: { color: gold },
})

type Drawn = { chart: IChartApi; line: ISeriesApi<'Line'>; marks: ISeriesMarkersPluginApi<Time> }

const draw = (element: HTMLElement): Drawn => {
  const chart = createChart(element, {
    autoSize: true,
    // Its own logo brings a style that the content security policy refuses; the link stands below the chart instead.
    layout: { attributionLogo: false },
    // The page scrolls, not the chart.
    handleScroll: false,
    handleScale: false,
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.08 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => ticks[kind](time),
    },
    localization: { priceFormatter: (price: number) => numbers.format(price) },
  })
  const line = chart.addSeries(LineSeries, {
    lineWidth: 2,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerRadius: 4,
  })
  return { chart, line, marks: createSeriesMarkers(line, []) }
}

/** An arrow up where gold was bought and one down where it was sold: told apart by shape, not by colour. */
const markOf = (time: UTCTimestamp, side: Side, colour: string): SeriesMarker<Time> => ({
  time,
  color: colour,
  size: 1,
  ...(side === 'buy'
    ? { position: 'belowBar', shape: 'arrowUp', text: 'B' }
    : { position: 'aboveBar', shape: 'arrowDown', text: 'S' }),
})

type Line = {
  candles: readonly Candle[]
  trades: readonly ChartTrade[]
  onPoint: (pointed: Pointed | null) => void
}

/** One gold line, drawn anew when the scheme changes. Hidden from screen readers, for whom the table beside it is. */
export const PriceLine = (line: Line) => <DrawnLine key={useComputedColorScheme()} {...line} />

const DrawnLine = ({ candles, trades, onPoint }: Line) => {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn>(null)

  useEffect(() => {
    if (!place.current) return
    const made = draw(place.current)
    const { chart, line } = optionsOf(coloursOf(place.current))
    made.chart.applyOptions(chart)
    made.line.applyOptions(line)
    drawn.current = made
    return () => {
      drawn.current = null
      made.chart.remove()
    }
  }, [])

  useEffect(() => {
    const { chart, line } = drawn.current ?? {}
    if (!chart || !line) return
    const placeOf = placesOf(candles)
    // A figure to be drawn, not to be counted with.
    line.setData(candles.map(({ at, close }) => ({ time: placeOf(at), value: Number(close) })))
    chart.timeScale().fitContent()
    const onMove = ({ logical, point }: { logical?: number; point?: unknown }) => {
      const candle = point && logical !== undefined ? candles[Math.round(logical)] : undefined
      onPoint(candle ? { at: candle.at, price: candle.close } : null)
    }
    chart.subscribeCrosshairMove(onMove)
    return () => {
      chart.unsubscribeCrosshairMove(onMove)
      onPoint(null)
    }
  }, [candles, onPoint])

  useEffect(() => {
    if (!place.current) return
    const placeOf = placesOf(candles)
    const { text } = coloursOf(place.current)
    const oldestFirst = trades.toSorted((a, b) => a.at.localeCompare(b.at))
    drawn.current?.marks.setMarkers(oldestFirst.map(({ at, side }) => markOf(placeOf(at), side, text)))
  }, [candles, trades])

  return <div ref={place} className={classes.line} aria-hidden="true" />
}
