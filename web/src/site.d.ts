// Is this the page of a site without a server (`polychrome site`)? Decided when it is built: see ../site.ts.
declare const __SITE__: boolean
