/**
 * Loaded into a server before anything else (`NODE_OPTIONS=--import`): a machine whose time of day is set.
 * `SET_TIME_BY_MS` says by how much, at each SIGUSR2 and back at the next; with `SET_TIME_AT_START` also
 * before the server starts.
 */
const real = Date.now
const stepMs = Number(process.env.SET_TIME_BY_MS)
let isSet = process.env.SET_TIME_AT_START !== undefined
Date.now = () => real() + (isSet ? stepMs : 0)
process.on('SIGUSR2', () => {
  isSet = !isSet
})

export {}
