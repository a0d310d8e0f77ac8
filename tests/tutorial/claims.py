"""What the tutorial states as numbers, and how each is measured.

A claim is words of the page with the number in brackets, and what measures it: a function of `run`, which opens the
runs that the page's own commands have left. The measured number must be the printed one to its last digit.
"""
import numpy


def tip(run, body=None):
    """How far the right end of a beam has sunk."""
    x = run.body(body)
    end = numpy.isclose(x[0, :, 0], 0.5)
    return (x[0, end, 1] - x[-1, end, 1]).mean()


def arc(run, body):
    """Length of a beam's middle line."""
    x = run.body(body)
    places = [x[-1, numpy.isclose(x[0, :, 0], at)].mean(axis=0) for at in numpy.unique(x[0, :, 0].round(9))]
    return numpy.linalg.norm(numpy.diff(places, axis=0), axis=1).sum()


def fall(run, body=None):
    return run.middle(body)[0, 1] - run.middle(body)[-1, 1]


def slide(run):
    return run.middle("block")[-1, 0] - run.middle("block")[0, 0]


def radius(run, frame=-1):
    return numpy.linalg.norm(run.body()[frame, 1])


def astray(run):
    """Distance of the circling mass from where it should be after 5 s."""
    return numpy.linalg.norm(run.body()[-1, 1, :2] - [numpy.cos(5.0), numpy.sin(5.0)])


def kept(run):
    return run.steps("total")[-1] / run.steps("total")[0]


def inverted(run, frame):
    return (run.elements("volume_ratio")[frame] < 0).sum()


def ends(run, body):
    """How far the two ends of a sheet hang below the wire."""
    x = run.body(body)
    return -x[-1, numpy.isclose(numpy.abs(x[0, :, 0]), 1.0), 1].mean()


def stretch(run):
    """The largest stretch of any triangle of a sheet that starts flat, in any frame."""
    x, corners = run.body(), run.triangles()
    edges = numpy.stack([x[:, corners[:, k]] - x[:, corners[:, 0]] for k in (1, 2)], axis=-1)
    return numpy.linalg.svd(edges @ numpy.linalg.inv(edges[0][:, [0, 2]]), compute_uv=False).max()


def height(run):
    """The largest extent of a ring across its plane, in any frame but the scrambled first."""
    return numpy.ptp(run.body()[1:, :, 1], axis=1).max()


def exerted(run, row):
    """Force of a row of constraints in the last step, which lasts a second."""
    return numpy.load(run.directory / "series" / "constraints.npy")[-1, row]


def added(run):
    """What the second of two bars adds to the motion of the first, frames × points × 3."""
    moves = [run.body(name) - run.body(name)[0] for name in ("rig", "both")]
    return moves[1] - moves[0]


def apart(run):
    """The distance of the Earth from the sun, frame by frame."""
    return numpy.linalg.norm((run.body("earth") - run.body("sun"))[:, 0], axis=1)


def astray_from(whole, run, body):
    """How far a reduced bar is from the whole one, at the point where that is most."""
    moves = [x[-1] - x[0] for x in (whole.body(), run.body(body))]
    return numpy.linalg.norm(moves[1] - moves[0], axis=1).max()


def grown(run, body):
    """Volume of a body at the end over that at the start."""
    x = run.body(body)
    volumes = [numpy.linalg.det(p[:, 1:] - p[:, :1]).sum() for p in (x[0][run.tets(body)], x[-1][run.tets(body)])]
    return volumes[1] / volumes[0]


CLAIMS = {
    "01_a_step_is_a_minimum": {
        "½ g t (t + h), here [5.150] m": lambda run: fall(run("fall")),
        "a fifth of the step | [4.954] m": lambda run: fall(run("fall_fine")),
        "Newmark's rule | [4.905] m": lambda run: fall(run("fall_newmark")),
    },
    "02_springs": {
        "starts with [103680] J": lambda run: run("stretched").steps("spring")[0],
        "ρ g L²/(2k) = [0.100] m": lambda run: -run("hanging_rope").body()[-1, -1, 1] - 1,
        "it still ends at [1.100] m": lambda run: -run("rope_40").body()[-1, -1, 1],
        "droops to [0.927] m": lambda run: -run("linkages").body("structural")[-1, :, 1].min(),
        "the others to [0.804] m": lambda run: -run("linkages").body("shear")[-1, :, 1].min(),
    },
    "03_explicit_and_implicit": {
        "[1.133] m: (1 + h²)⁵⁰": lambda run: radius(run("forward"), 100),
        "[1.007] m: an ellipse": lambda run: radius(run("symplectic"), 100),
        "[0.883] m: (1 + h²)⁻⁵⁰": lambda run: radius(run("implicit"), 100),
        "ω h = [2.24]": lambda run: 0.05 * 2000**0.5,
        "shrinks to nothing within the run": lambda run: radius(run("stiff_implicit")) < 1e-30,
    },
    "04_newton": {
        "so α = 1/[32]": lambda run: 1 / run("hard_step").newton("alpha")[0],
        "at the end α = [1] and": lambda run: run("hard_step").newton("alpha")[-1],
        "[7] iterations to a tolerance of 10⁻⁹": lambda run: run("hard_step").steps("newton_iterations")[1],
        "It takes [2] iterations": lambda run: run("easy_step").steps("newton_iterations")[1],
        "Newton takes dozens of iterations": lambda run: run("forked_step").steps("newton_iterations")[1] > 24,
        "all of them downhill": lambda run: (numpy.diff(run("forked_step").newton("energy")) < 0).all(),
    },
    "05_boundary_conditions": {
        "comes to [0.470] m for ν = 0.3": lambda run: run("rollers").body()[-1, 24, 1],
        "led [0.1] m away": lambda run: run("rollers").body()[-1, 24, 0] - 0.5,
        "corners stay at [0.5] m": lambda run: run("clamps").body()[-1, 24, 1],
        "comes to [0.481] m only": lambda run: run("clamps").body()[-1, 14, 1],
    },
    "06_solids": {
        "its middle line is [1.443] m long": lambda run: arc(run("beams"), "linear"),
        "no rotation changes: [1.003] m": lambda run: arc(run("beams"), "corotational"),
        "1.003 m and [1.004] m": lambda run: arc(run("beams"), "neo_hookean"),
        "linear_elastic | [0.997] m": lambda run: tip(run("beams"), "linear"),
        "corotational | [0.646] m": lambda run: tip(run("beams"), "corotational"),
        "neo_hookean | [0.647] m": lambda run: tip(run("beams"), "neo_hookean"),
        "both sink by [0.0100] m": lambda run: tip(run("stiff_beams"), "linear"),
        "elasticity is right: both sink by [0.0100] m": lambda run: tip(run("stiff_beams"), "neo_hookean"),
        "in place of two: it sinks by [0.721] m": lambda run: tip(run("fine_beam"), "neo_hookean"),
        "would come to [0.471] m": lambda run: run("no_fibres").body()[-1, 24, 1],
        "it comes to [0.485] m": lambda run: run("fibres").body()[-1, 24, 1],
    },
    "07_inversion": {
        "smallest J is [0.138]": lambda run: run("crushed").elements("volume_ratio").min(),
        "[80] of 320 end inverted": lambda run: inverted(run("crushed_stvk"), -1),
        "80 of [320]": lambda run: run("crushed_stvk").elements("volume_ratio").shape[1],
        "[151] of 320 elements are inverted": lambda run: inverted(run("inverted"), 0),
        "after three steps no element is inverted": lambda run: inverted(run("inverted"), 3) == 0,
    },
    "08_distortion": {
        "[503.8] J of distortion": lambda run: run("bar").steps("arap")[0],
        "iteration leaves [10.3] J": lambda run: run("bar").steps("arap")[1],
        "ten leave [1.321] J": lambda run: run("bar").steps("arap")[10],
        "there it stays": lambda run: abs(run("bar").steps("arap")[-1] - run("bar").steps("arap")[10]) < 1e-9,
        "No iteration raises it": lambda run: (numpy.diff(run("bar").steps("arap")) < 1e-12).all(),
        "[3.565] J after twenty iterations": lambda run: run("bar_180").steps("arap")[20],
        "falls from [2.291] J": lambda run: run("map").steps("planar_symmetric_dirichlet")[0],
        "to [0.895] J": lambda run: run("map").steps("planar_symmetric_dirichlet")[-1],
        "factor between [0.87]": lambda run: run("map").elements("principal_stretches")[-1, :, :2].min(),
        "and [1.43]": lambda run: run("map").elements("principal_stretches")[-1, :, :2].max(),
    },
    "09_contact": {
        "(min_distance): [0.0073] m here": lambda run: run("disc").steps("min_distance").min(),
        "a few hundredths of a millimetre": lambda run: 1e-6 < run("thrown").steps("min_distance").min() < 1e-4,
        "lies [0.0085] m above the floor": lambda run: run("rests").body()[-1, :, 1].min(),
        "lies [0.00045] m above": lambda run: run("rests_closer").body()[-1, :, 1].min(),
    },
    "10_friction": {
        "creeps by [0.0001] m": lambda run: slide(run("holds")),
        "= [0.877] m/s²": lambda run: 9.81 * (1 - 0.4 * 2) / 5**0.5,
        "gives [0.447] m after a second": lambda run: 0.5 * 9.81 * (1 - 0.4 * 2) / 5**0.5 * 1.02,
        "the run gives [0.447] m": lambda run: slide(run("slides")),
        "the block slides [0.43] m": lambda run: slide(run("slides_loosely")),
    },
    "11_moving_obstacles": {
        "the ceiling is at [−0.4] m": lambda run: 0.6 - 0.5 * 2,
        "the square [0.557] m high": lambda run: numpy.ptp(run("press").body("square")[-1, :, 1]),
        "By then less than a centimetre is left": lambda run: 0
        < 1.27 - 0.5 * (run("no_room").steps("time")[-1] - run("no_room").steps("script_delay")[-1])
        < 0.01,
    },
    "12_self_contact": {
        "no gap below 0.05 mm": lambda run: run("mat").steps("min_distance").min() > 0.05e-3,
        "half the energy: [78] J": lambda run: run("mat_untouched").steps("neo_hookean")[-1],
        "in place of [147] J": lambda run: run("mat").steps("neo_hookean")[-1],
        "their middles at [−0.71] m": lambda run: run("slid_off").middle("upper")[-1, 1],
        "both lie on the ground": lambda run: abs(fall(run("slid_off"), "lower") - 0.113) < 0.003,
    },
    "13_damping": {
        "free | [4.905] m": lambda run: fall(run("rusty"), "free"),
        "5 per second | [1.572] m": lambda run: fall(run("rusty"), "drag"),
        "inner damping | [4.905] m": lambda run: fall(run("rusty"), "inner"),
        "height of [0.507] m": lambda run: run("bounces").middle()[60:, 1].max(),
        "and of [0.437] m": lambda run: run("thuds").middle()[60:, 1].max(),
    },
    "14_integrators": {
        "implicit_euler | minimise | [0.779]": lambda run: kept(run("euler")),
        "history | [0.996]": lambda run: kept(run("bdf2")),
        "trapezoidal rule | [1.000]": lambda run: kept(run("newmark")),
        "(M + h²K) v′ = M v + h f | [0.779]": lambda run: kept(run("linearly")),
        "symplectic_euler | explicit | [1.001]": lambda run: kept(run("symplectic")),
        "velocity_verlet | explicit | [1.000]": lambda run: kept(run("verlet")),
        "forward_euler | explicit | [1.284]": lambda run: kept(run("forward")),
        "was [0.117] m": lambda run: astray(run("euler")),
        "it is now [0.061] m": lambda run: astray(run("euler_half")),
        "from [0.0046] m": lambda run: astray(run("bdf2")),
        "to [0.0011] m": lambda run: astray(run("bdf2_half")),
        "so [0.779] of the energy": lambda run: kept(run("projective")),
        "which leaves [0.975]": lambda run: kept(run("xpbd")),
        "at once, and [0.000] is left": lambda run: kept(run("positions")),
    },
    "15_results": {
        "sinks, m | [0.402] |": lambda run: tip(run("beam_2")),
        "| 0.402 | [0.463] |": lambda run: tip(run("beam")),
        "| 0.463 | [0.490] |": lambda run: tip(run("beam_4")),
        "| 0.490 | [0.519] |": lambda run: (4 * tip(run("beam_4")) - tip(run("beam_2"))) / 3,
    },
    "16_nearly_rigid": {
        "turns over; [1.00000] of its energy": lambda run: kept(run("handle")),
        "[0.241] of its energy is left": lambda run: kept(run("handle_euler")),
        "has sunk by [0.097] m": lambda run: fall(run("slippery_arch"), "stone12"),
    },
    "17_thin_objects": {
        "spring on bending | [0.632] m": lambda run: ends(run("coarse_sheets"), "springs"),
        "| 0.632 m | [0.850] m": lambda run: ends(run("sheets"), "springs"),
        "hinge_bending | [0.743] m": lambda run: ends(run("coarse_sheets"), "hinges"),
        "| 0.743 m | [0.737] m": lambda run: ends(run("sheets"), "hinges"),
        "but [5] % off": lambda run: 100 * (ends(run("sheets"), "hinges") / 0.7002 - 1),
        "plate_bending | [0.714] m": lambda run: ends(run("coarse_sheets"), "plate"),
        "| 0.714 m | [0.704] m": lambda run: ends(run("sheets"), "plate"),
        "would become [2.03] times as long": lambda run: stretch(run("unlimited")),
        "ends the matter at [1.009]": lambda run: stretch(run("limited")),
        "at [1.0597], and never at the limit": lambda run: stretch(run("barely_limited")),
        "here [22.5] rad/m": lambda run: 3**0.5 * 1.3 / 0.1,
        "flat to a tenth of a millimetre": lambda run: height(run("flat_ring")) < 1e-4,
        "rises by more than 5 cm": lambda run: height(run("risen_ring")) > 0.05,
    },
    "18_constrained": {
        "bar of [62.5] kg": lambda run: run("supported").topology["bodies"][0]["mass"],
        "carry [306.6] N each": lambda run: exerted(run("supported"), 0),
        "The two carry [306.6] N": lambda run: exerted(run("supported"), 1),
        "the other four nothing": lambda run: max(abs(exerted(run("supported"), row)) for row in range(2, 6)) < 1e-3,
        "λ is [408.7] N there": lambda run: exerted(run("lever"), 1),
        "and [204.4] N at the left": lambda run: exerted(run("lever"), 0),
        "up to [0.081] m away": lambda run: numpy.linalg.norm(added(run("wagging")), axis=2).max(),
        "its mean place is that of the blue one, to rounding": lambda run: abs(added(run("wagging")).mean(axis=1)).max()
        < 1e-12,
        "the bars are the same to rounding": lambda run: abs(added(run("together"))).max() < 1e-12,
    },
    "19_reduced": {
        "all its [99] points": lambda run: run("whole").body().shape[1],
        "all points | [0.747] m": lambda run: tip(run("whole")),
        "5 displacement modes | [0.198] m": lambda run: tip(run("few"), "displacement"),
        "0.198 m | [0.663] m": lambda run: astray_from(run("whole"), run("few"), "displacement"),
        "their derivatives | [0.726] m": lambda run: tip(run("few"), "derivatives"),
        "0.726 m | [0.029] m": lambda run: astray_from(run("whole"), run("few"), "derivatives"),
        "quadratic polynomials | [0.392] m": lambda run: tip(run("few"), "polynomials"),
        "0.392 m | [0.464] m": lambda run: astray_from(run("whole"), run("few"), "polynomials"),
        "16 skinning weights | [0.723] m": lambda run: tip(run("few"), "skinning"),
        "0.723 m | [0.043] m": lambda run: astray_from(run("whole"), run("few"), "skinning"),
        "grow, [3.8] % in volume": lambda run: 100 * (grown(run("few"), "displacement") - 1),
        "with 20, the tip sinks by [0.226] m": lambda run: tip(run("modes_20"), "displacement"),
        "the bar is off by [0.512] m": lambda run: astray_from(run("whole"), run("few_4"), "skinning"),
        "with 32 by [0.017] m": lambda run: astray_from(run("whole"), run("few_32"), "skinning"),
        "of this chapter sinks by [0.79] m": lambda run: tip(run("groups_100"), "skinning"),
        "with 25 by [0.940] m": lambda run: tip(run("groups_25"), "skinning"),
        "grown to [1.221] m": lambda run: arc(run("groups_25"), "skinning"),
    },
    "20_particles": {
        "The Earth begins [147.10] million": lambda run: apart(run("solar"))[0] / 1e9,
        "it comes back to [147.11]": lambda run: apart(run("solar"))[-1] / 1e9,
        "which here is symplectic, to [147.10]": lambda run: apart(run("solar_implicit"))[-1] / 1e9,
        "carried it off to [179.20]": lambda run: apart(run("solar_forward"))[-1] / 1e9,
        "the farthest disc ends [0.30] m": lambda run: numpy.abs(run("sand").body()[-1, :, 0]).max(),
        "with 0.8 [0.18] m": lambda run: numpy.abs(run("rough_sand").body()[-1, :, 0]).max(),
        "with 0.05 there is no heap at all": lambda run: run("smooth_sand").body()[-1, :, 1].max() < 0.03,
        "The front of the water is [0.24] m": lambda run: run("dam").body()[0, :, 0].max(),
        "it has come to [0.67] m": lambda run: run("dam").body()[24, :, 0].max(),
    },
}
