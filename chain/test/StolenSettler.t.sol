// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {BackedToken} from "../contracts/BackedToken.sol";
import {BoundToken} from "../contracts/BoundToken.sol";
import {IBurnable} from "../contracts/interfaces/IBurnable.sol";
import {Reserve} from "../contracts/Reserve.sol";
import {Settlement} from "../contracts/Settlement.sol";
import {Wallet} from "../contracts/Wallet.sol";
import {Fixture} from "./support/Fixture.sol";
import {ReentrantToken} from "./support/HostileTokens.sol";

/// @dev Somebody holds the settler's key and nothing else. A customer has withdrawn every token to an address of his own.
contract StolenSettlerTest is Fixture {
    uint256 private constant WITHDRAWN = 50 ether;

    function setUp() public override {
        super.setUp();
        issueAll();
        for (uint256 i = 0; i < 4; ++i) {
            settle(i, leg(tokens()[i], 0, outsider, WITHDRAWN));
        }
        usdt.mint(outsider, WITHDRAWN);
    }

    modifier leavesTheOutsiderAlone() {
        _;
        for (uint256 i = 0; i < 4; ++i) {
            vm.assertEq(tokens()[i].balanceOf(outsider), WITHDRAWN);
        }
        vm.assertEq(usdt.balanceOf(outsider), WITHDRAWN);
    }

    function testCannotMint() public {
        for (uint256 i = 0; i < 4; ++i) {
            BackedToken token = tokens()[i];
            uint256 supply = token.totalSupply();
            vm.prank(settler);
            vm.expectRevert(missingRole(settler, ISSUER));
            token.issue(1);
            // Nor by legs that come from nobody: there is no such wallet, and a wallet has only what it has.
            settle(100 + i, leg(token, type(uint256).max, settler, 1));
            vm.assertFalse(settlement.isSettled(100 + i));
            vm.assertEq(token.totalSupply(), supply);
        }
    }

    function testCannotRaiseTheCap() public {
        vm.prank(settler);
        vm.expectRevert(missingRole(settler, ATTESTOR));
        reserve.attest(VAULT * 2, new Reserve.Share[](0), 0);
        vm.assertEq(reserve.vaultGrams(), VAULT);
    }

    function testCannotTakeRoles() public {
        address[6] memory contracts =
            [address(reserve), address(settlement), address(qmgt), address(usdau), address(gca), address(gae)];
        bytes32[5] memory roles = [ADMIN, ATTESTOR, ISSUER, PAUSER, SETTLER];
        for (uint256 c = 0; c < contracts.length; ++c) {
            for (uint256 r = 0; r < roles.length; ++r) {
                vm.prank(settler);
                vm.expectRevert(missingRole(settler, ADMIN));
                IAccessControl(contracts[c]).grantRole(roles[r], settler);
                vm.prank(settler);
                vm.expectRevert(missingRole(settler, ADMIN));
                IAccessControl(contracts[c]).revokeRole(roles[r], admin);
            }
        }
    }

    function testCannotPauseOrUnpause() public {
        vm.startPrank(settler);
        vm.expectRevert(missingRole(settler, PAUSER));
        settlement.pause();
        vm.expectRevert(missingRole(settler, PAUSER));
        qmgt.pause();
        vm.expectRevert(missingRole(settler, ADMIN));
        qmgt.unpause();
        vm.stopPrank();
    }

    function testCannotUseTransferFrom() public leavesTheOutsiderAlone {
        vm.startPrank(settler);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, settler, 0, 1));
        qmgt.transferFrom(outsider, settler, 1);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, settler, 0, 1));
        usdau.transferFrom(outsider, settler, 1);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, settler, 0, 1));
        gca.transferFrom(outsider, settler, 1);
        vm.stopPrank();
    }

    function testFuzzCannotForgeAPermit(uint256 key) public leavesTheOutsiderAlone {
        key = between(key, 1, 1 << 128);
        vm.assume(key != OUTSIDER_KEY);
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        for (uint256 i = 0; i < 4; ++i) {
            BackedToken token = tokens()[i];
            address[2] memory owners = [outsider, treasury];
            for (uint256 o = 0; o < 2; ++o) {
                bytes32 permit = keccak256(abi.encode(typeHash, owners[o], settler, 1, 0, type(uint256).max));
                bytes32 digest = keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), permit));
                (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
                vm.expectRevert(
                    abi.encodeWithSelector(ERC20Permit.ERC2612InvalidSigner.selector, vm.addr(key), owners[o])
                );
                token.permit(owners[o], settler, 1, type(uint256).max, v, r, s);
            }
        }
    }

    function testCannotBurnOutside() public leavesTheOutsiderAlone {
        for (uint256 i = 0; i < 4; ++i) {
            vm.prank(settler);
            vm.expectRevert(abi.encodeWithSelector(BackedToken.NotOurWallet.selector, settler));
            tokens()[i].burn(1);
            vm.prank(outsider);
            vm.expectRevert(abi.encodeWithSelector(BackedToken.NotOurWallet.selector, outsider));
            tokens()[i].burn(1);
        }
    }

    /// @dev Legs name a wallet by its number, and no number leads to an address that is not our wallet's.
    function testFuzzCannotNameTheOutsiderInALeg(uint256 number) public leavesTheOutsiderAlone {
        vm.assume(number != 0);
        vm.assertNotEq(settlement.walletOf(number), outsider);
        settle(100, leg(qmgt, number, settler, 1));
        settle(101, leg(qmgt, uint256(uint160(outsider)), settler, 1));
        settle(102, leg(qmgt, uint256(uint160(outsider)), address(0), 1));
        vm.assertFalse(settlement.isSettled(100) || settlement.isSettled(101) || settlement.isSettled(102));
    }

    function testCannotCallWalletsDirectly() public leavesTheOutsiderAlone {
        address[2] memory wallets = [treasury, settlement.walletImplementation()];
        for (uint256 i = 0; i < 2; ++i) {
            vm.startPrank(settler);
            vm.expectRevert(abi.encodeWithSelector(Wallet.NotSettlement.selector, settler));
            Wallet(wallets[i]).send(qmgt, settler, 1);
            vm.expectRevert(abi.encodeWithSelector(Wallet.NotSettlement.selector, settler));
            Wallet(wallets[i]).burn(IBurnable(address(qmgt)), 1);
            vm.stopPrank();
        }
    }

    function testCannotSettleAnItemDirectly() public leavesTheOutsiderAlone {
        vm.prank(settler);
        vm.expectRevert(abi.encodeWithSelector(Settlement.NotSelf.selector, settler));
        settlement.settleItem(itemOf(100, leg(qmgt, 0, settler, 1)));
    }

    /// @dev A leg's token can be any address, but all that it is ever asked is `transfer` or `burn`.
    function testCannotMakeAWalletCallOurContracts() public leavesTheOutsiderAlone {
        address[5] memory targets =
            [address(settlement), address(reserve), treasury, settlement.walletImplementation(), outsider];
        for (uint256 i = 0; i < targets.length; ++i) {
            settle(100 + i, leg(IERC20(targets[i]), 0, settler, 1));
            settle(200 + i, leg(IERC20(targets[i]), 0, address(0), 1));
            vm.assertFalse(settlement.isSettled(100 + i) || settlement.isSettled(200 + i));
        }
    }

    function testReentrantTokenCannotReachAnything() public leavesTheOutsiderAlone {
        ReentrantToken token = new ReentrantToken();
        Settlement.Item memory theft = itemOf(900, leg(qmgt, 0, settler, 1));
        bytes[9] memory calls = [
            abi.encodeCall(settlement.settle, (batchOf(theft))),
            abi.encodeCall(settlement.settleItem, (theft)),
            abi.encodeCall(qmgt.transferFrom, (outsider, settler, 1)),
            abi.encodeCall(gca.transferFrom, (outsider, settler, 1)),
            abi.encodeCall(gca.transferFrom, (treasury, settler, 1)),
            abi.encodeCall(qmgt.burn, (1)),
            abi.encodeCall(qmgt.issue, (1)),
            abi.encodeCall(Wallet.send, (qmgt, settler, 1)),
            abi.encodeCall(Wallet.send, (gca, settler, 1))
        ];
        address[9] memory targets = [
            address(settlement),
            address(settlement),
            address(qmgt),
            address(gca),
            address(gca),
            address(qmgt),
            address(qmgt),
            treasury,
            treasury
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            token.aim(targets[i], calls[i]);
            settle(100 + i, leg(IERC20(address(token)), 0, settler, 1));
            settle(200 + i, leg(IERC20(address(token)), 0, address(0), 1));
            vm.assertTrue(token.tried());
            vm.assertFalse(token.succeeded());
        }
        vm.assertFalse(settlement.isSettled(900));
        vm.assertEq(qmgt.balanceOf(settler), 0);
        vm.assertEq(gca.balanceOf(settler), 0);
    }

    /// @dev Bound units that lie outside stay where they are even while a settlement is under way.
    function testReentrantTokenCannotFreeBoundUnits() public {
        ReentrantToken token = new ReentrantToken();
        settle(100, leg(gca, 0, address(token), 5));
        token.aim(address(gca), abi.encodeCall(gca.transfer, (stranger, 5)));
        settle(101, leg(IERC20(address(token)), 0, settler, 1));
        vm.assertEq(
            token.answerHash(),
            keccak256(abi.encodeWithSelector(BoundToken.OnlyThroughSettlement.selector, address(token), stranger, 5))
        );
        vm.assertEq(gca.balanceOf(address(token)), 5);
    }

    /// @dev Even a token that were the settler itself could not settle within a settlement.
    function testReentrantSettlerCannotSettleTwice() public {
        ReentrantToken token = new ReentrantToken();
        vm.prank(admin);
        settlement.grantRole(SETTLER, address(token));
        Settlement.Item[] memory again =
            batchOf(itemOf(100, leg(IERC20(address(token)), 0, settler, 1), leg(qmgt, 0, stranger, 1)));
        token.aim(address(settlement), abi.encodeCall(settlement.settle, (again)));
        settle(again);
        vm.assertTrue(token.tried());
        vm.assertFalse(token.succeeded());
        vm.assertTrue(settlement.isSettled(100));
        vm.assertEq(qmgt.balanceOf(stranger), 1);
    }
}
