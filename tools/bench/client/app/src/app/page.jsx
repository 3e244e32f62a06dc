import { Subscribe } from './subscribe.jsx';

const STATIONS = [
  ['North pier', '04:12', '4.8 m', '10:31', '0.9 m'],
  ['Old lock', '04:26', '4.5 m', '10:47', '1.1 m'],
  ['Breakwater', '04:05', '5.0 m', '10:22', '0.7 m'],
  ['Inner basin', '04:38', '4.2 m', '11:02', '1.4 m'],
];

export default function Page() {
  return (
    <main>
      <h1>The tide tables, and how to read them</h1>
      <img src="/harbour.png" width="720" height="405" alt="The harbour at low water" fetchPriority="high" />
      <p>
        A tide table is a promise made a year ahead. Somebody has added up the pull of the moon and of the sun
        for every hour, corrected the sum with what the gauge on the pier has recorded over decades, and
        printed two high waters and two low waters for each day. The sea keeps to it within a hand’s breadth,
        unless the wind has other plans.
      </p>
      <p>
        The first column names the station. Water does not rise everywhere at once: the wave comes in from the
        open sea, passes the breakwater first and reaches the inner basin half an hour later, lower and
        blunter than it was outside. Whoever ties up in the basin and reads the column of the breakwater will
        find the ladder shorter than expected.
      </p>
      <table>
        <thead>
          <tr>
            <th>Station</th>
            <th>High</th>
            <th>Height</th>
            <th>Low</th>
            <th>Height</th>
          </tr>
        </thead>
        <tbody>
          {STATIONS.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Springs and neaps</h2>
      <img src="/gauge.png" width="240" height="135" alt="The gauge on the north pier" loading="lazy" />
      <p>
        Twice a month, at new and at full moon, sun and moon pull along one line. The high waters are then at
        their highest and the low waters at their lowest, and boats that float all fortnight sit on the mud. A
        week later the two pull across each other, and the harbour hardly breathes. The table shows it as a
        slow swelling of the heights column; nothing else in it repeats so plainly.
      </p>
      <p>
        Heights are above the datum of the chart, which is about the lowest water that the moon alone can
        bring. Add the height to the depth on the chart and you have the water under you. Subtract your
        draught, and what remains is what you may be wrong by.
      </p>
      <Subscribe />
    </main>
  );
}
