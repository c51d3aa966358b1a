// Plays by messages alone, by the luck of its person, until its player is asked in such a moment, or to the end.
([table, moment, limit]) => new Promise((done, fail) => {
    const offers = ({ choices = [] }, verb) => choices.some(({ action }) => action.split(' ')[0] === verb)
    const MOMENTS = {
        middle: ({ length, scene }) => length > 60 && offers(scene, 'draw') && offers(scene, 'take'), // of Coloretto
        alone: ({ scene }) => offers(scene, 'draw') && scene.zones.some((zone) => zone.closed), // in its round
        final: ({ scene }) => scene.loose, // the choice of what counts
        end: () => false,
    }
    let moves = 0
    setTimeout(() => fail(new Error(`never: ${moment}`)), limit) // subject: ends a hang
    const socket = new WebSocket(`ws://${location.host}/ws/${table}`)
    socket.onclose = () => fail(new Error('the room closed the socket'))
    socket.onopen = () => socket.send('{"t":"settings","pause":0}')
    socket.onmessage = ({ data }) => {
        const { t, scene, viewer, question, length } = JSON.parse(data)
        if (t === 'sorry' || t === 'refused') fail(new Error(data))
        if (t !== 'frame' || (question === null && !scene.over)) return
        if (scene.over || MOMENTS[moment]({ scene, length })) {
            socket.onclose = null
            socket.close()
            return done(!scene.over)
        }
        const { action } = oneOf(scene.choices, moves)
        socket.send(JSON.stringify({ t: 'move', seat: viewer, id: `message${moves++}`, question, action }))
    }
})
