// What lies beside the games on the home page: loaded when they are drawn, all of it at once.

export { default as Code } from './parts/Code.svelte'
export { default as Filters } from './parts/Filters.svelte'
export { default as Own } from './parts/Own.svelte'
export { default as Tables } from './parts/Tables.svelte'
